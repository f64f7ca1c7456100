import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { test } from "@playwright/test";
import { sign, verify } from "@/lib/actions/calls/signature";
import { expect } from "../../support/expect";

const original = crypto.timingSafeEqual;
test.afterEach(() => compareWith(original));

function compareWith(compare: typeof crypto.timingSafeEqual): void {
  crypto.timingSafeEqual = compare;
  syncBuiltinESMExports();
}

const nowSeconds = 1_766_000_000;
const body = Buffer.from('{"action":"refund"}');
const check = (signature: string) => verify({ secrets: ["new", "old"], timestamp: String(nowSeconds), signature, body, nowSeconds });
const validSignature = (secret: string) => sign([secret], nowSeconds, body)["X-Service-Signature"];
const wrongSignature = `sha256=${"0".repeat(64)}`;

test("only Node's constant-time comparison decides whether a signature is valid", () => {
  expect([check(validSignature("old")).ok, check(wrongSignature).ok]).toEqual([true, false]);
  compareWith(() => false);
  for (const secret of ["new", "old"]) expect(check(validSignature(secret))).toEqual({ ok: false, reason: "wrong_signature" });
  compareWith(() => true);
  expect(check(wrongSignature)).toEqual({ ok: true });
});

test("compares every received signature in full, whatever it begins with", () => {
  const compared: string[] = [];
  compareWith((ours, theirs) => {
    compared.push(Buffer.from(theirs as Uint8Array).toString());
    return original(ours, theirs);
  });
  const close = `${validSignature("old").slice(0, -1)}x`;
  expect(check(`${close},${wrongSignature}`).ok).toBe(false);
  expect(compared).toEqual([close, wrongSignature, close, wrongSignature]);
});
