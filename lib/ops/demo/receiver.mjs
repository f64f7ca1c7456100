import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";

const maxAgeSeconds = 300;

/** Whether one of the signatures over the raw bytes is ours, and the call's time is at most five minutes off. */
function isGenuine(headers, raw, secrets) {
  const timestamp = headers["x-service-timestamp"] ?? "";
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > maxAgeSeconds) return false;
  const sent = String(headers["x-service-signature"] ?? "").split(",");
  return secrets.some((secret) => {
    const wanted = Buffer.from(`sha256=${createHmac("sha256", secret).update(`${timestamp}.`).update(raw).digest("hex")}`);
    return sent.some((given) => given.length === wanted.length && timingSafeEqual(Buffer.from(given), wanted));
  });
}

/** The reply to each button of the demo: a note, a note and an event, a failure with its reason, and no reply. */
const replies = {
  resend_invoice: ({ customer }) => [200, { message: `Invoice INV-2041 was sent again to ${customer.email ?? "the address on file"}.` }],
  // Pressed on a problem, the call contains its event, which identifies the payment.
  retry_payment: ({ event }) => {
    const { amount = "59.90 EUR", reference = "INV-2041" } = event?.properties ?? {};
    return [
      200,
      {
        message: "Charge ch_19 succeeded. The order moves to “paid” within a minute.",
        event: { name: "Payment received", properties: { amount, reference } },
      },
    ];
  },
  refund_order: () => [400, { message: "Order ORD-771 was refunded on Monday already." }],
  sync_account: () => undefined,
  ping: () => [200, {}],
};

/** The demo's own receiver. `secretsOf` gives the secrets that are valid now. */
export function startReceiver(port, secretsOf) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const raw = Buffer.concat(chunks);
    const respond = (status, body) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

    if (!isGenuine(request.headers, raw, await secretsOf())) return respond(401, { message: "The signature is not right." });
    const call = JSON.parse(raw.toString("utf8"));
    const act = Object.hasOwn(replies, call.action)
      ? replies[call.action]
      : () => [400, { message: `There is no action ${call.action} here.` }];
    const reply = act(call);
    // Without a reply the connection stays open, and Beside gives up after ten seconds.
    if (reply) respond(...reply);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
