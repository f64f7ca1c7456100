import { test } from "@playwright/test";
import fc from "fast-check";
import { parseJson, problemIn } from "@/lib/kernel/json";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const problemInText = (text: string): string | undefined => problemIn(parseJson(text));

const valid = [
  "{}",
  '{"a":null,"b":true,"c":"","d":[1,2,{"e":-0.5}]}',
  '{"n":9007199254740991}',
  '{"n":-9007199254740991}',
  '{"n":0.1}',
  '{"n":0.12345678901234567}',
  '{"n":-0}',
  '{"n":[0.0,0e-400,-0E+400]}',
  '{"n":1e-300}',
  '{"n":5e-324}',
  '{"n":1.5e15}',
  '{"n":9007199254740991.0}',
  '{"n":"1e-400","1e-400":"0.5e-400"}',
  '{"phone":"12345678901234567890"}',
  '{"12345678901234567890":1}',
  '{"text":"a \\" 12345678901234567890 \\" b","n":1e-300}',
  '{"emoji":"👩‍👩‍👧","\\u00e9":"\\ud83d\\udc4d"}',
  '{"constructor":1,"prototype":2,"toString":"x"}',
  `${'{"a":'.repeat(7)}{}${"}".repeat(7)}`,
  `${'{"a":'.repeat(8)}1${"}".repeat(8)}`,
];

for (const text of valid) {
  test(`accepts ${text.slice(0, 60)}`, () => expect(problemInText(text)).toBeUndefined());
}

const problematic: [string, string][] = [
  ['{"name":"a\\u0000b"}', "name must be valid Unicode without NUL characters."],
  ['{"name":"\\ud83d"}', "name must be valid Unicode without NUL characters."],
  ['{"name":"\\udc4d\\ud83d"}', "name must be valid Unicode without NUL characters."],
  ['{"a":{"b":["x","\\u0000"]}}', "a.b[1] must be valid Unicode without NUL characters."],
  ['{"a":{"\\u0000":1}}', "The names in a must be valid Unicode without NUL characters."],
  ['{"\\ud83d":1}', "The names in the body must be valid Unicode without NUL characters."],
  ['{"__proto__":1}', "The body must not have an entry named __proto__."],
  ['{"a":{"__proto__":{"admin":true}}}', "a must not have an entry named __proto__."],
  ['{"\\u005f_proto__":1}', "The body must not have an entry named __proto__."],
  ['{"n":9007199254740993}', "n is a number that JSON cannot carry exactly; send it as a string."],
  ['{"a":[0,-9007199254740993]}', "a[1] is a number that JSON cannot carry exactly; send it as a string."],
  ['{"n":12345678901234567890}', "n is a number that JSON cannot carry exactly; send it as a string."],
  ['{"n":12345678901234567890.0}', "n is a number that JSON cannot carry exactly; send it as a string."],
  ['{"n":1.8446744073709551616e19}', "n is a number that JSON cannot carry exactly; send it as a string."],
  ['{"n":-1E+21}', "n is a number that JSON cannot carry exactly; send it as a string."],
  ['{"a":[0,1e-400]}', "a[1] is a number that JSON cannot carry exactly; send it as a string."],
  ['{"0":0,"a":{"b":-0.001e-330}}', "a.b is a number that JSON cannot carry exactly; send it as a string."],
  [`{"n":0.${"0".repeat(400)}1}`, "n is a number that JSON cannot carry exactly; send it as a string."],
  [`{"tiny":0.${"0".repeat(250)}1e-99}`, "tiny is a number that JSON cannot carry exactly; send it as a string."],
  ['{"text":"1e-400 \\" 1e-400","n":1e-0400}', "n is a number that JSON cannot carry exactly; send it as a string."],
  ['{"x":0.5,"n":9007199254740993}', "n is a number that JSON cannot carry exactly; send it as a string."],
  ['{"n":1e999}', "n must be a finite number."],
  ['{"a":{"b":-1e999}}', "a.b must be a finite number."],
  [`${'{"a":'.repeat(8)}{}${"}".repeat(8)}`, "The body must be nested at most 8 deep."],
  [`{"a":${"[".repeat(8)}${"]".repeat(8)}}`, "The body must be nested at most 8 deep."],
];

for (const [text, problem] of problematic) {
  test(`rejects ${text.slice(0, 60)}: ${problem}`, () => expect(problemInText(text)).toBe(problem));
}

test("a value without a problem survives a JSON round trip", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: "binary" }), (value) => {
      const text = JSON.stringify({ value });
      if (problemInText(text) === undefined) expect(JSON.stringify(JSON.parse(text))).toBe(text);
    }),
  );
});

test("rejects a whole number exactly when it loses digits", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 25n), max: 10n ** 25n }), (whole) => {
      const text = `{"n":${whole}}`;
      const isSafe = whole >= BigInt(Number.MIN_SAFE_INTEGER) && whole <= BigInt(Number.MAX_SAFE_INTEGER);
      expect(problemInText(text) === undefined).toBe(isSafe);
    }),
  );
});

test("rejects a number exactly when it is beyond 2^53 or would become zero, in any notation", () => {
  const digits = fc.integer({ min: 1, max: 999_999_999 });
  fc.assert(
    fc.property(
      digits,
      fc.integer({ min: -420, max: 420 }),
      fc.constantFrom("e", "E"),
      fc.constantFrom("", "-"),
      (mantissa, exponent, e, sign) => {
        const text = `{"n":${sign}${mantissa}${e}${exponent}}`;
        const value = Number(`${mantissa}e${exponent}`);
        expect(problemInText(text) === undefined, text).toBe(value > 0 && value <= Number.MAX_SAFE_INTEGER);
      },
    ),
    { numRuns: runs(2_000) },
  );
});

test("digits in a string never count as a number", () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.string(), (whole, around) => {
      fc.pre(around.isWellFormed() && !around.includes("\0"));
      const text = JSON.stringify({ text: `${around} ${whole} ${around}`, n: 1e-300 });
      expect(problemInText(text)).toBeUndefined();
    }),
  );
});
