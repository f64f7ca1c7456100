// A receiver for Beside's webhooks, as a route of Next.js: save it as app/beside/webhooks/route.ts.
// Run it: BESIDE_WEBHOOK_SECRET=whsec_… PORT=4020 npx next dev
import { createHmac, timingSafeEqual } from "node:crypto";

type Webhook = { type: string; timestamp: string; data: { userId?: string; chatId?: string } };

/** Compares over the raw bytes, as Standard Webhooks describes it. */
function isGenuine(raw: Buffer, headers: Headers, secret: string): boolean {
  const [id, timestamp] = [headers.get("webhook-id") ?? "", headers.get("webhook-timestamp") ?? ""];
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const wanted = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(raw).digest("base64")}`);
  // While the secret is rotated there are two signatures, and either is enough.
  return (headers.get("webhook-signature") ?? "")
    .split(" ")
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}

// The same id may come twice. Keep the ids with your data instead, so that a restart forgets none.
const seen = new Set<string | null>();

function take({ type, data }: Webhook): void {
  process.stdout.write(`${type} ${data.userId ?? data.chatId ?? ""}\n`);
}

export async function POST(request: Request): Promise<Response> {
  const secret = process.env["BESIDE_WEBHOOK_SECRET"];
  if (!secret) return new Response("BESIDE_WEBHOOK_SECRET is not set.", { status: 500 });
  const raw = Buffer.from(await request.arrayBuffer());
  if (!isGenuine(raw, request.headers, secret)) return new Response(null, { status: 401 });
  const id = request.headers.get("webhook-id");
  if (!seen.has(id)) take(JSON.parse(raw.toString()) as Webhook);
  seen.add(id);
  // Answer soon, and do what takes long afterwards: after 15 seconds the webhook is sent again.
  return new Response(null, { status: 204 });
}
