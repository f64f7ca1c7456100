import { test } from "@playwright/test";
import fc from "fast-check";
import { clip, codePoints, isolated, kindOf } from "@/lib/kernel/text";
import { controls, isBlank, spaces, trimmed, unseen } from "@/lib/kernel/visible";
import { expect } from "../../support/expect";

const counted: [string, number][] = [
  ["", 0],
  ["abc", 3],
  ["é", 1],
  ["e\u0301", 2],
  ["👍", 1],
  ["👩‍👩‍👧", 5],
  ["\ud83d", 1],
];

for (const [text, count] of counted) {
  test(`${JSON.stringify(text)} has ${count} code points`, () => expect(codePoints(text)).toBe(count));
}

test("code points are counted, not UTF-16 units, and add up", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (one, other) => {
      expect(codePoints(one)).toBe([...one].length);
      expect(codePoints(`${one} ${other}`)).toBe(codePoints(one) + 1 + codePoints(other));
    }),
  );
});

test("clip leaves a short text unchanged, and cuts a longer one to the limit", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 1, max: 50 }), (text, max) => {
      const clipped = clip(text, max);
      expect(codePoints(clipped)).toBe(Math.min(codePoints(text), max));
      if (codePoints(text) <= max) return expect(clipped).toBe(text);
      expect(clipped.endsWith("…")).toBe(true);
      expect(text.startsWith(clipped.slice(0, -1))).toBe(true);
      if (text.isWellFormed()) expect(clipped.isWellFormed()).toBe(true);
    }),
  );
});

const kinds: [unknown, string][] = [
  [undefined, "nothing"],
  [null, "null"],
  [[], "an array"],
  [{}, "an object"],
  ["", "a string"],
  [0, "a number"],
  [false, "a boolean"],
];

for (const [value, kind] of kinds) {
  test(`describes a value as ${kind}`, () => expect(kindOf(value)).toBe(kind));
}

test("the spelled-out character classes equal those of JavaScript", () => {
  const pairs: [string, RegExp][] = [
    [spaces, /\s/u],
    [controls, /\p{Cc}/u],
    [unseen, /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u],
  ];
  for (const [spelled, meant] of pairs) {
    const expression = new RegExp(`[${spelled}]`, "u");
    const differing: string[] = [];
    // NUL is rejected everywhere, and half a surrogate pair is not a character.
    for (let point = 1; point <= 0x10ffff; point += point === 0xd7ff ? 0x801 : 1) {
      const character = String.fromCodePoint(point);
      if (expression.test(character) !== meant.test(character)) differing.push(point.toString(16));
    }
    expect(differing).toEqual([]);
  }
});

const names: [sent: string, expected: string][] = [
  ["Ada", "Ada"],
  ["  Ada\u200b\u202e\n", "Ada"],
  ["\ufeff\u200d\u2067Ada", "Ada"],
  ["Ada \u202e Okafor", "Ada \u202e Okafor"],
  ["❤\ufe0f", "❤\ufe0f"],
  ["ه\u200d", "ه\u200d"],
  ["\u200b \u2066", ""],
  ["\u3164", ""],
  ["", ""],
];

for (const [sent, expected] of names) {
  test(`trims the name ${JSON.stringify(sent)} to ${JSON.stringify(expected)}`, () => {
    expect(trimmed(sent)).toBe(expected);
    expect(isBlank(sent)).toBe(expected === "");
  });
}

test("trimming is idempotent, returns an empty text exactly for a blank name, and is fast", () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(..." \u200b\u200d\ufeff\u202e\u2069\u3164\ufe0fa"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  fc.assert(
    fc.property(text, (name) => {
      const left = trimmed(name);
      expect(trimmed(left)).toBe(left);
      expect(name).toContain(left);
      expect(left === "").toBe(isBlank(name.replaceAll("\0", "")) && !name.includes("\0"));
    }),
  );
  const began = performance.now();
  trimmed(`x${" ".repeat(60_000)}y${" ".repeat(60_000)}`);
  expect(performance.now() - began).toBeLessThan(500);
});

test("an isolated name has one isolate around it and no direction controls in it", () => {
  expect(isolated("\u202eAda\u2069 \u2067Okafor")).toBe("\u2068Ada Okafor\u2069");
});
