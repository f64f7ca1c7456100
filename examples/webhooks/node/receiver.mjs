// A receiver for Beside's webhooks, with nothing but Node.
// Run it: BESIDE_WEBHOOK_SECRET=whsec_… PORT=4020 node receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const secret = process.env.BESIDE_WEBHOOK_SECRET;
if (!secret) throw new Error("Set BESIDE_WEBHOOK_SECRET to the secret of the endpoint.");
const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");

/** Compares over the raw bytes, as Standard Webhooks describes it. */
function isGenuine(raw, id = "", timestamp = "", signatures = "") {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const wanted = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${timestamp}.`).update(raw).digest("base64")}`);
  // While the secret is rotated there are two signatures, and either is enough.
  return signatures
    .split(" ")
    .map((signature) => Buffer.from(signature))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}

// The same id may come twice. Keep the ids with your data instead, so that a restart forgets none.
const seen = new Set();

function take({ type, data }) {
  process.stdout.write(`${type} ${data.userId ?? data.chatId ?? ""}\n`);
}

const maxBytes = 100_000;

async function receive(request, response) {
  const respond = (status) => response.writeHead(status).end();
  let raw = Buffer.alloc(0);
  for await (const chunk of request) {
    raw = Buffer.concat([raw, chunk]);
    if (raw.length > maxBytes) return request.destroy();
  }
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signatures } = request.headers;
  if (!isGenuine(raw, id, timestamp, signatures)) return respond(401);
  if (!seen.has(id)) take(JSON.parse(raw));
  seen.add(id);
  // Answer soon, and do what takes long afterwards: after 15 seconds the webhook is sent again.
  respond(204);
}

createServer((request, response) => receive(request, response).catch(() => response.destroy())).listen(process.env.PORT ?? 4020);
