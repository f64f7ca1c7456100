import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { hashOf, isWellFormed, newKey } from "@/lib/domain/keys/key";

const shape = /^bsk_[A-Za-z0-9_-]{49}$/;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

test("every key is new, well-formed and of one shape", () => {
  const keys = Array.from({ length: 1000 }, newKey);
  expect(new Set(keys).size).toBe(1000);
  for (const key of keys) {
    expect(key).toMatch(shape);
    expect(isWellFormed(key)).toBe(true);
  }
});

test("one mistyped letter anywhere is noticed without the database", () => {
  fc.assert(
    fc.property(fc.nat(52), fc.constantFrom(...alphabet), (place, letter) => {
      const key = newKey();
      fc.pre(key[place] !== letter);
      expect(isWellFormed(key.slice(0, place) + letter + key.slice(place + 1))).toBe(false);
    }),
    { numRuns: 2000 },
  );
});

test("two neighbours that changed places are noticed", () => {
  fc.assert(
    fc.property(fc.nat(51), (place) => {
      const key = newKey();
      const [a = "", b = ""] = [key[place], key[place + 1]];
      fc.pre(a !== b);
      expect(isWellFormed(key.slice(0, place) + b + a + key.slice(place + 2))).toBe(false);
    }),
    { numRuns: 1000 },
  );
});

test("a key with something missing, added or around it is none", () => {
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

test("no other text is a key", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^bsk_[A-Za-z0-9_-]{49}$/)), (text) => expect(isWellFormed(text)).toBe(false)),
  );
});

test("what is kept of a key is its SHA-256, the same each time and without the key in it", () => {
  expect(hashOf("bsk_test")).toBe("sJQZIE9GkczJ2YU30DEeL8iTyhboASW9D7DfCM5Po3A");
  const key = newKey();
  expect(hashOf(key)).toBe(hashOf(key));
  expect(hashOf(key)).not.toBe(hashOf(newKey()));
  expect(hashOf(key)).toMatch(/^[A-Za-z0-9_-]{43}$/);
});
