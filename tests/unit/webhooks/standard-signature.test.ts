import { randomBytes } from "node:crypto";
import { test } from "@playwright/test";
import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { newId } from "@/lib/kernel/ids";
import { signedHeaders } from "@/lib/webhooks/signature";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

// What openssl says of `id.timestamp.body`: openssl dgst -sha256 -mac HMAC -macopt hexkey:… -binary | base64
const known = [
  // The example of Standard Webhooks 1.0.0.
  {
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    seconds: 1_614_265_330,
    body: '{"test": 2432232314}',
    signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  },
  {
    secret: "whsec_YmVzaWRlLWtub3duLXRlc3Qta2V5LTAxMjM0NTY3ODk=",
    id: "018f3d2e-7c11-4b5a-9f3e-2a7d5c6b8e90",
    seconds: 1_772_361_780,
    body: '{"type":"event.received","timestamp":"2026-03-01T10:43:00.000Z","data":{"event":"Zahlung fällig €5"}}',
    signature: "v1,MQX9oVEdAQmfjA7Um1hpwiZMekwOoYAuf+9Y2TF9q7I=",
  },
];

test("signs what is known as the standard and openssl sign it, with each secret in its order", () => {
  // A second is cut, never rounded.
  for (const { secret, id, seconds, body, signature } of known)
    expect(signedHeaders([secret], { id, at: new Date(seconds * 1000 + 999), body: Buffer.from(body) })).toEqual({
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signature,
    });
  const [one, other] = known;
  if (!one || !other) throw new Error("There are two.");
  const message = { id: one.id, at: new Date(one.seconds * 1000), body: Buffer.from(one.body) };
  const [first, second] = (signedHeaders([one.secret, other.secret], message)["webhook-signature"] ?? "").split(" ");
  expect(first).toBe(one.signature);
  expect(signedHeaders([other.secret], message)["webhook-signature"]).toBe(second);
  expect(() => signedHeaders([], message)).toThrow("must be signed");
});

test("the standard's own library takes whatever is signed, by either secret of a rotation, and no other", () => {
  const secretOf = () => `whsec_${randomBytes(32).toString("base64")}`;
  const accepts = (secret: string, body: string, headers: Record<string, string>) => {
    try {
      return JSON.stringify(new Webhook(secret).verify(body, headers)) === body;
    } catch {
      return false;
    }
  };
  fc.assert(
    fc.property(fc.json(), (json) => {
      const body = JSON.stringify({ data: JSON.parse(json) as unknown });
      const [now, before, others] = [secretOf(), secretOf(), secretOf()];
      const id = newId();
      const headers = signedHeaders([now, before], { id, at: new Date(), body: Buffer.from(body) });
      expect([now, before, others].map((secret) => accepts(secret, body, headers))).toEqual([true, true, false]);
      expect(accepts(now, body.replace("data", "Data"), headers)).toBe(false);
      expect(accepts(now, body, { ...headers, "webhook-id": newId() })).toBe(false);
      // It makes the same signature itself.
      expect(headers["webhook-signature"]?.split(" ")[0]).toBe(
        new Webhook(now).sign(id, new Date(Number(headers["webhook-timestamp"]) * 1000), body),
      );
    }),
    { numRuns: runs(1_000) },
  );
});
