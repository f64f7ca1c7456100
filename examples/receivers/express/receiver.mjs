// A receiver for Beside's action calls, with Express.
// Run it: npm install express && BESIDE_SECRET=whsec_… PORT=4010 node receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import express from "express";

const secret = process.env.BESIDE_SECRET;
if (!secret) throw new Error("Set BESIDE_SECRET to the signing secret.");

/** Compares over the raw bytes: JSON that is parsed and serialized again may have other bytes. */
function isGenuine(raw, timestamp = "", signatures = "") {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return false;
  const wanted = Buffer.from(`sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(raw).digest("hex")}`);
  // While the secret is rotated there are two signatures, and either is enough.
  return signatures
    .split(",")
    .map((signature) => Buffer.from(signature.trim()))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}

// X-Service-Delivery identifies the press, and is the same when a call is sent again: store it with the work, and do the work once.
function act({ action, contact, customer }, _delivery) {
  // contact is null for a person that your server never sent: match on the phone then.
  const customerId = contact?.externalId ?? customer.phone;
  switch (action) {
    case "ping":
      return [200, {}];
    // Your buttons
    case "retry_payment":
      // Retry payment: do the work here, and say what the agent should know.
      return [200, { message: `retry_payment arrived for ${customerId}.` }];
    // End of your buttons
    default:
      return [400, { message: `There is no action ${action} here.` }];
  }
}

const app = express();

// express.raw keeps the bytes. An express.json() before it would consume them: exclude this address from it.
app.post("/beside/actions", express.raw({ type: () => true }), (request, response) => {
  const raw = request.body ?? "";
  if (!isGenuine(raw, request.get("X-Service-Timestamp"), request.get("X-Service-Signature"))) {
    return response.status(401).json({ message: "The signature or its age is not right." });
  }
  const [status, body] = act(JSON.parse(raw), request.get("X-Service-Delivery"));
  response.status(status).json(body);
});

app.listen(process.env.PORT ?? 4010);
