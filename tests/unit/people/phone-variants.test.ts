import { test } from "@playwright/test";
import fc from "fast-check";
import { phoneVariant, withVariants } from "@/lib/people/shared/phone-variants";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const pairs: [what: string, dialled: string, other: string][] = [
  ["Brazil’s ninth digit", "5511987654321", "551187654321"],
  ["Mexico’s 1", "525512345678", "5215512345678"],
  ["Argentina’s 9", "541123456789", "5491123456789"],
];

for (const [what, one, other] of pairs) {
  test(`knows both forms of a number with and without ${what}`, () => {
    expect(phoneVariant(one)).toBe(other);
    expect(phoneVariant(other)).toBe(one);
    expect(withVariants([one])).toEqual([one, other]);
    expect(withVariants([one, other])).toEqual([one, other]);
  });
}

const single: [what: string, phone: string][] = [
  ["a British number", "447911123456"],
  ["a Brazilian landline", "551133334444"],
  ["a Brazilian number of the length of a mobile one that begins with 93", "5511933334444"],
  ["a Brazilian area code with a 0", "5510987654321"],
  ["a Mexican number that is too short", "52551234567"],
  ["an Argentine number that is too long", "54911234567890"],
];

for (const [what, phone] of single) {
  test(`knows one form of ${what}`, () => {
    expect(phoneVariant(phone)).toBeUndefined();
    expect(withVariants([phone])).toEqual([phone]);
  });
}

const digits = (min: number, max: number) => fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: min, maxLength: max });

test("the variant of a variant is the number, in the same country, one digit longer or shorter", () => {
  const phone = fc.tuple(fc.constantFrom("55", "52", "521", "54", "549", "1", "44"), digits(5, 12)).map((parts) => parts.join(""));
  fc.assert(
    fc.property(phone, (number) => {
      const variant = phoneVariant(number);
      if (variant === undefined) return;
      expect(phoneVariant(variant)).toBe(number);
      expect(variant.slice(0, 2)).toBe(number.slice(0, 2));
      expect(variant.slice(-8)).toBe(number.slice(-8));
      expect(Math.abs(variant.length - number.length)).toBe(1);
    }),
    { numRuns: runs(2_000) },
  );
});
