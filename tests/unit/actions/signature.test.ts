import { createHmac } from "node:crypto";
import { test } from "@playwright/test";
import fc from "fast-check";
import { sign, verify } from "@/lib/actions/calls/signature";
import { expect } from "../../support/expect";

const secret = "whsec_test_0123456789abcdef";
const at = 1_766_000_000;
const body = '{"action":"refund","label":"Refund é 👍"}';
const digest = "75e7b647ec5ecd285748a4ada2b5e7c83f7deea3cef506352c391577965299f1";

const timestamp = String(at);
const signature = `sha256=${digest}`;
const received = { secrets: [secret], timestamp, signature, body, nowSeconds: at };

test("the published test vector holds, for text and for bytes", () => {
  const headers = { "X-Service-Timestamp": "1766000000", "X-Service-Signature": signature };
  expect(sign([secret], at, body)).toEqual(headers);
  expect(sign([secret], at, Buffer.from(body))).toEqual(headers);
  expect(verify(received)).toEqual({ ok: true });
});

test("rejects a signature with an empty secret, which anyone can compute", () => {
  const theirs = `sha256=${createHmac("sha256", "").update(`${timestamp}.${body}`).digest("hex")}`;
  for (const secrets of [[""], ["", secret]]) {
    expect(verify({ ...received, secrets, signature: theirs })).toEqual({ ok: false, reason: "wrong_signature" });
  }
});

test("during a rotation both secrets sign, the new one first, and either is enough", () => {
  const headers = sign(["whsec_new", secret], at, body);
  expect(headers["X-Service-Signature"]).toMatch(/^sha256=[0-9a-f]{64},sha256=[0-9a-f]{64}$/);
  expect(headers["X-Service-Signature"].split(",")).toEqual([sign(["whsec_new"], at, body)["X-Service-Signature"], signature]);

  for (const secrets of [["whsec_new"], [secret], ["whsec_other", secret]]) {
    expect(verify({ ...received, secrets, signature: headers["X-Service-Signature"] })).toEqual({ ok: true });
  }
});

test("accepts a timestamp up to five minutes old or ahead, and no further", () => {
  for (const nowSeconds of [at - 300, at, at + 300]) expect(verify({ ...received, nowSeconds })).toEqual({ ok: true });
  for (const nowSeconds of [at - 301, at + 301]) {
    expect(verify({ ...received, nowSeconds })).toEqual({ ok: false, reason: "wrong_timestamp" });
  }
});

for (const wrong of ["", null, undefined]) {
  test(`treats a header of ${JSON.stringify(wrong)} as missing`, () => {
    expect(verify({ ...received, timestamp: wrong })).toEqual({ ok: false, reason: "missing_header" });
    expect(verify({ ...received, signature: wrong })).toEqual({ ok: false, reason: "missing_header" });
  });
}

for (const wrong of [`${timestamp}.0`, ` ${timestamp}`, "NaN", "1e9", "0x6941d800", `-${timestamp}`]) {
  test(`rejects a timestamp of ${JSON.stringify(wrong)}`, () => {
    expect(verify({ ...received, timestamp: wrong })).toEqual({ ok: false, reason: "wrong_timestamp" });
  });
}

for (const wrong of [digest, `sha1=${digest}`, `sha256=${digest.toUpperCase()}`, `sha256=${digest.slice(1)}`, "sha256=", ",", "é"]) {
  test(`rejects a signature of ${JSON.stringify(wrong)}`, () => {
    expect(verify({ ...received, signature: wrong })).toEqual({ ok: false, reason: "wrong_signature" });
  });
}

test("nothing is signed or accepted without a secret", () => {
  expect(() => sign([], at, body)).toThrow(RangeError);
  expect(() => sign([""], at, body)).toThrow(RangeError);
  expect(() => sign([secret], Number.NaN, body)).toThrow(RangeError);
  expect(() => sign([secret], at + 0.5, body)).toThrow(RangeError);
  expect(verify({ ...received, secrets: [] })).toEqual({ ok: false, reason: "wrong_signature" });
  expect(verify({ ...received, secrets: [""] })).toEqual({ ok: false, reason: "wrong_signature" });
});

test("accepts a signed call, and rejects it with a changed byte, time or secret", () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 500 }).map((array) => Buffer.from(array));
  const secrets = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 2, maxLength: 2 });

  fc.assert(
    fc.property(bytes, secrets, fc.integer({ min: 0, max: 4e9 }), fc.nat(), (whole, [ours = "", theirs = ""], seconds, index) => {
      const headers = sign([ours], seconds, whole);
      const call = {
        secrets: [ours],
        timestamp: headers["X-Service-Timestamp"],
        signature: headers["X-Service-Signature"],
        nowSeconds: seconds,
      };
      const changed = Buffer.from(whole.map((byte, offset) => (offset === index % whole.length ? byte ^ 1 : byte)));
      expect(verify({ ...call, body: whole }).ok).toBe(true);
      expect(verify({ ...call, body: changed }).ok).toBe(false);
      expect(verify({ ...call, body: whole, timestamp: String(seconds + 1) }).ok).toBe(false);
      expect(verify({ ...call, body: whole, secrets: [theirs] }).ok).toBe(false);
    }),
  );
});

test("verify never throws, whatever it gets", () => {
  fc.assert(
    fc.property(fc.string(), fc.string({ unit: "binary" }), fc.string(), (timestamp, signature, body) => {
      expect(verify({ secrets: [secret], timestamp, signature, body, nowSeconds: at }).ok).toBe(false);
    }),
  );
});
