import { test } from "@playwright/test";
import fc from "fast-check";
import { hashOf, isWellFormed, newKey } from "@/lib/workspace/keys/key";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const shape = /^bsk_[A-Za-z0-9_-]{49}$/;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

test("every new key is unique and well-formed", () => {
  const keys = Array.from({ length: 1000 }, newKey);
  expect(new Set(keys).size).toBe(1000);
  for (const key of keys) {
    expect(key).toMatch(shape);
    expect(isWellFormed(key)).toBe(true);
  }
});

test("detects one mistyped character anywhere, without the database", () => {
  fc.assert(
    fc.property(fc.nat(52), fc.constantFrom(...alphabet), (index, letter) => {
      const key = newKey();
      fc.pre(key[index] !== letter);
      expect(isWellFormed(key.slice(0, index) + letter + key.slice(index + 1))).toBe(false);
    }),
    { numRuns: runs(2000) },
  );
});

test("detects two swapped neighbouring characters", () => {
  fc.assert(
    fc.property(fc.nat(51), (index) => {
      const key = newKey();
      const [a = "", b = ""] = [key[index], key[index + 1]];
      fc.pre(a !== b);
      expect(isWellFormed(key.slice(0, index) + b + a + key.slice(index + 2))).toBe(false);
    }),
    { numRuns: runs(1000) },
  );
});

test("rejects a key with something missing, added or around it", () => {
  const key = newKey();
  for (const wrong of [
    "",
    "bsk_",
    key.slice(1),
    key.slice(0, -1),
    `${key}x`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    key.replace("bsk_", "sk_"),
    `${key} ${key}`,
  ]) {
    expect(isWellFormed(wrong), wrong).toBe(false);
  }
});

test("rejects any other text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^bsk_[A-Za-z0-9_-]{49}$/)), (text) => expect(isWellFormed(text)).toBe(false)),
  );
});

test("the hash of a key is its SHA-256, the same each time and without the key in it", () => {
  expect(hashOf("bsk_test")).toBe("sJQZIE9GkczJ2YU30DEeL8iTyhboASW9D7DfCM5Po3A");
  const key = newKey();
  expect(hashOf(key)).toBe(hashOf(key));
  expect(hashOf(key)).not.toBe(hashOf(newKey()));
  expect(hashOf(key)).toMatch(/^[A-Za-z0-9_-]{43}$/);
});
