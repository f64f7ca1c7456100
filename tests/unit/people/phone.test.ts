import { test } from "@playwright/test";
import fc from "fast-check";
import { inEnglish } from "@/lib/kernel/refused";
import { parsePhone } from "@/lib/people/shared/phone";
import { expect } from "../../support/expect";

const parsed: [string, string][] = [
  ["447911123456", "447911123456"],
  ["+447911123456", "447911123456"],
  ["+44 7911 123456", "447911123456"],
  ["  +44\u00a07911\t123456 ", "447911123456"],
  ["+1 (555) 010-9999", "15550109999"],
  ["1.555.010.9999", "15550109999"],
  ["1234567", "1234567"],
  ["123456789012345", "123456789012345"],
];

for (const [text, digits] of parsed) {
  test(`parses ${JSON.stringify(text)} as ${digits}`, () => expect(parsePhone(text)).toEqual({ ok: true, digits }));
}

const example = "such as +44 7911 123456";
const rejected: [string, string][] = [
  ["", `must have 7 to 15 digits with the country code, ${example}.`],
  ["+", `must have 7 to 15 digits with the country code, ${example}.`],
  [" - ( ) . ", `must have 7 to 15 digits with the country code, ${example}.`],
  ["123456", "must have 7 to 15 digits with the country code; you sent 6."],
  ["1234567890123456", "must have 7 to 15 digits with the country code; you sent 16."],
  ["++447911123456", "must have one + at the start at most."],
  ["44+7911123456", "must have one + at the start at most."],
  ["447911123456+", "must have one + at the start at most."],
  ["07911 123456", "must begin with the country code, not with 0: send +44 7911 123456 instead of 07911 123456."],
  ["+07911123456", "must begin with the country code, not with 0: send +44 7911 123456 instead of 07911 123456."],
  ["00447911123456", "must begin with the country code, not with 0: send +44 7911 123456 instead of 07911 123456."],
  ["44 7911 12345x", "must hold digits only, besides a leading +, spaces, -, ., ( and )."],
  ["44/7911/123456", "must hold digits only, besides a leading +, spaces, -, ., ( and )."],
  ["tel:+447911123456", "must have one + at the start at most."],
  ["４４７９１１１２３４５６", "must hold digits only, besides a leading +, spaces, -, ., ( and )."],
  ["٤٤٧٩١١١٢٣٤٥٦", "must hold digits only, besides a leading +, spaces, -, ., ( and )."],
  ["44\u200b7911123456", "must hold digits only, besides a leading +, spaces, -, ., ( and )."],
  ["44 7911 123456;ext=1", "must hold digits only, besides a leading +, spaces, -, ., ( and )."],
];

for (const [text, reason] of rejected) {
  test(`rejects ${JSON.stringify(text)}: ${reason}`, () => {
    const phone = parsePhone(text);
    expect(phone.ok || inEnglish(phone.reason)).toBe(reason);
  });
}

const digits = fc
  .tuple(fc.constantFrom(..."123456789"), fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 6, maxLength: 14 }))
  .map((parts) => parts.join(""));
const between = fc.array(fc.constantFrom("", " ", "-", ".", "(", ")", "\u00a0"), { minLength: 15, maxLength: 15 });

test("keeps the digits of a number in any layout", () => {
  fc.assert(
    fc.property(digits, between, fc.constantFrom("", "+"), (number, gaps, plus) => {
      const laidOut = plus + [...number].map((digit, index) => digit + (gaps[index] ?? "")).join("");
      expect(parsePhone(laidOut)).toEqual({ ok: true, digits: number });
    }),
  );
});

test("accepts only 7 to 15 digits without a leading 0, and parses its own output unchanged", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."0123456789+-. ()x") })), (text) => {
      const phone = parsePhone(text);
      if (!phone.ok) return expect(inEnglish(phone.reason)).toMatch(/^must .+\.$/);
      expect(phone.digits).toMatch(/^[1-9][0-9]{6,14}$/);
      expect(parsePhone(phone.digits)).toEqual(phone);
    }),
  );
});
