import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { flawOf } from "@/lib/json";

const flawIn = (text: string): string | undefined => flawOf(JSON.parse(text), text);

const kept = [
  "{}",
  '{"a":null,"b":true,"c":"","d":[1,2,{"e":-0.5}]}',
  '{"n":9007199254740991}',
  '{"n":-9007199254740991}',
  '{"n":9007199254740993.0}',
  '{"n":1e300}',
  '{"n":1E+21}',
  '{"n":12345678901234567890.5}',
  '{"n":0.12345678901234567}',
  '{"phone":"12345678901234567890"}',
  '{"12345678901234567890":1}',
  '{"text":"a \\" 12345678901234567890 \\" b","n":1e300}',
  '{"emoji":"👩‍👩‍👧","\\u00e9":"\\ud83d\\udc4d"}',
  '{"constructor":1,"prototype":2,"toString":"x"}',
  `${'{"a":'.repeat(7)}{}${"}".repeat(7)}`,
  `${'{"a":'.repeat(8)}1${"}".repeat(8)}`,
];

for (const text of kept) {
  test(`${text.slice(0, 60)} can be kept as it is`, () => expect(flawIn(text)).toBeUndefined());
}

const flawed: [string, string][] = [
  ['{"name":"a\\u0000b"}', "name must be valid Unicode without NUL characters."],
  ['{"name":"\\ud83d"}', "name must be valid Unicode without NUL characters."],
  ['{"name":"\\udc4d\\ud83d"}', "name must be valid Unicode without NUL characters."],
  ['{"a":{"b":["x","\\u0000"]}}', "a.b[1] must be valid Unicode without NUL characters."],
  ['{"a":{"\\u0000":1}}', "The names in a must be valid Unicode without NUL characters."],
  ['{"\\ud83d":1}', "The names in the body must be valid Unicode without NUL characters."],
  ['{"__proto__":1}', "The body must not have an entry named __proto__."],
  ['{"a":{"__proto__":{"admin":true}}}', "a must not have an entry named __proto__."],
  ['{"\\u005f_proto__":1}', "The body must not have an entry named __proto__."],
  ['{"n":9007199254740993}', "n is an integer that JSON cannot carry exactly; send it as a string."],
  ['{"a":[0,-9007199254740993]}', "a[1] is an integer that JSON cannot carry exactly; send it as a string."],
  ['{"n":12345678901234567890}', "n is an integer that JSON cannot carry exactly; send it as a string."],
  ['{"x":1e300,"n":9007199254740993}', "n is an integer that JSON cannot carry exactly; send it as a string."],
  ['{"n":1e999}', "n must be a finite number."],
  ['{"a":{"b":-1e999}}', "a.b must be a finite number."],
  [`${'{"a":'.repeat(8)}{}${"}".repeat(8)}`, "The body must be nested at most 8 deep."],
  [`{"a":${"[".repeat(8)}${"]".repeat(8)}}`, "The body must be nested at most 8 deep."],
];

for (const [text, flaw] of flawed) {
  test(`${text.slice(0, 60)} is refused: ${flaw}`, () => expect(flawIn(text)).toBe(flaw));
}

test("what has no flaw comes back from JSON as it was sent", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }), (value) => {
      const text = JSON.stringify({ value });
      if (flawIn(text) === undefined) expect(JSON.stringify(JSON.parse(text))).toBe(text);
    }),
  );
});

test("a whole number is refused exactly when it loses digits", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), (whole) => {
      const text = `{"n":${whole}}`;
      const isSafe = whole >= BigInt(Number.MIN_SAFE_INTEGER) && whole <= BigInt(Number.MAX_SAFE_INTEGER);
      expect(flawIn(text) === undefined).toBe(isSafe);
    }),
  );
});

test("digits in a string never count as a number", () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.string(), (whole, around) => {
      fc.pre(around.isWellFormed() && !around.includes("\0"));
      const text = JSON.stringify({ text: `${around} ${whole} ${around}`, n: 1e300 });
      expect(flawIn(text)).toBeUndefined();
    }),
  );
});
