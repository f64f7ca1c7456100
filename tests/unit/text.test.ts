import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { clip, codePoints, kindOf } from "@/lib/text";

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

test("a short text is left alone; a longer one keeps its beginning, and never has more than it may", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.integer({ min: 1, max: 50 }), (text, most) => {
      const clipped = clip(text, most);
      expect(codePoints(clipped)).toBe(Math.min(codePoints(text), most));
      if (codePoints(text) <= most) return expect(clipped).toBe(text);
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
  test(`what was sent is called ${kind}`, () => expect(kindOf(value)).toBe(kind));
}
