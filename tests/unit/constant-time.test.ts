import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { expect, test } from "@playwright/test";
import { sign, verify } from "@/lib/domain/calls/signature";

const original = crypto.timingSafeEqual;
test.afterEach(() => compareWith(original));

function compareWith(compare: typeof crypto.timingSafeEqual): void {
  crypto.timingSafeEqual = compare;
  syncBuiltinESMExports();
}

const nowSeconds = 1_766_000_000;
const body = Buffer.from('{"action":"refund"}');
const judged = (signature: string) => verify({ secrets: ["new", "old"], timestamp: String(nowSeconds), signature, body, nowSeconds });
const right = (secret: string) => sign([secret], nowSeconds, body)["X-Service-Signature"];
const wrong = `sha256=${"0".repeat(64)}`;

test("nothing but Node's constant-time comparison decides whether a signature is right", () => {
  expect([judged(right("old")).ok, judged(wrong).ok]).toEqual([true, false]);
  compareWith(() => false);
  for (const secret of ["new", "old"]) expect(judged(right(secret))).toEqual({ ok: false, reason: "wrong_signature" });
  compareWith(() => true);
  expect(judged(wrong)).toEqual({ ok: true });
});

test("every signature that is received is compared whole, whatever it begins with", () => {
  const compared: string[] = [];
  compareWith((ours, theirs) => {
    compared.push(Buffer.from(theirs as Uint8Array).toString());
    return original(ours, theirs);
  });
  const close = `${right("old").slice(0, -1)}x`;
  expect(judged(`${close},${wrong}`).ok).toBe(false);
  expect(compared).toEqual([close, wrong, close, wrong]);
});
