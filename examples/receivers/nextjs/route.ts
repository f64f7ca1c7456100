// A receiver for Beside's action calls, as a route of Next.js: save it as app/beside/actions/route.ts.
// Run it: BESIDE_SECRET=whsec_… PORT=4010 npx next dev
import { createHmac, timingSafeEqual } from "node:crypto";

type Call = { action: string; contact: { externalId: string } | null; customer: { phone: string } };

/** Compares over the raw bytes: JSON that is parsed and serialized again may have other bytes. */
function isGenuine(raw: Buffer, headers: Headers, secret: string): boolean {
  const timestamp = headers.get("X-Service-Timestamp") ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const wanted = Buffer.from(`sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(raw).digest("hex")}`);
  // While the secret is rotated there are two signatures, and either is enough.
  return (headers.get("X-Service-Signature") ?? "")
    .split(",")
    .map((signature) => Buffer.from(signature.trim()))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}

// X-Service-Delivery identifies the press, and is the same when a call is sent again: store it with the work, and do the work once.
function act({ action, contact, customer }: Call, _delivery: string | null): Response {
  // contact is null for a person that your server never sent: match on the phone then.
  const customerId = contact?.externalId ?? customer.phone;
  switch (action) {
    case "ping":
      return Response.json({});
    // Your buttons
    case "retry_payment":
      // Retry payment: do the work here, and say what the agent should know.
      return Response.json({ message: `retry_payment arrived for ${customerId}.` });
    // End of your buttons
    default:
      return Response.json({ message: `There is no action ${action} here.` }, { status: 400 });
  }
}

export async function POST(request: Request): Promise<Response> {
  const secret = process.env["BESIDE_SECRET"];
  if (!secret) return Response.json({ message: "BESIDE_SECRET is not set." }, { status: 500 });
  const raw = Buffer.from(await request.arrayBuffer());
  if (!isGenuine(raw, request.headers, secret)) {
    return Response.json({ message: "The signature or its age is not right." }, { status: 401 });
  }
  return act(JSON.parse(raw.toString()) as Call, request.headers.get("X-Service-Delivery"));
}
