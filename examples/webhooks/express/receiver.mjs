// A receiver for Beside's webhooks, with Express.
// Run it: npm install express && BESIDE_WEBHOOK_SECRET=whsec_… PORT=4020 node receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto";
import express from "express";

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

const app = express();

// express.raw keeps the bytes. An express.json() before it would consume them: exclude this address from it.
app.post("/beside/webhooks", express.raw({ type: () => true }), (request, response) => {
  const raw = request.body ?? "";
  const id = request.get("webhook-id");
  if (!isGenuine(raw, id, request.get("webhook-timestamp"), request.get("webhook-signature"))) return response.sendStatus(401);
  if (!seen.has(id)) take(JSON.parse(raw));
  seen.add(id);
  // Answer soon, and do what takes long afterwards: after 15 seconds the webhook is sent again.
  response.sendStatus(204);
});

app.listen(process.env.PORT ?? 4020);
