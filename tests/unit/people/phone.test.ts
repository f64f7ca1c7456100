import { test } from "@playwright/test";
import fc from "fast-check";
import examples from "libphonenumber-js/examples.mobile.json";
import parseNumber, { type CountryCode } from "libphonenumber-js/max";
import * as patterns from "@/lib/kernel/patterns";
import { inEnglish } from "@/lib/kernel/refused";
import { parsePhone } from "@/lib/people/shared/phone";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

/** The published pattern. */
const allowed = new RegExp(patterns.phone, "u");

const parsed: [string, string][] = [
  ["447911123456", "447911123456"],
  ["+447911123456", "447911123456"],
  ["+44 7911 123456", "447911123456"],
  ["  +44\u00a07911\t123456 ", "447911123456"],
  ["+1 (555) 010-9999", "15550109999"],
  ["1.555.010.9999", "15550109999"],
  ["1234567", "1234567"],
  ["123456789012345", "123456789012345"],
  // What tables do not know, because they age.
  ["+999 123 456 78", "99912345678"],
  // Separators of people and of formats.
  ["+49 170/1234501", "491701234501"],
  ["+49.1701234501", "491701234501"],
  ["+1 415 555.1234", "14155551234"],
  ["+33 1 23 45 67.89", "33123456789"],
  ["+49 89 1234-567", "49891234567"],
  ["+55 11 98765 - 4321", "5511987654321"],
  ["+44 7911 - 123456", "447911123456"],
  ["[+44] 7911 123456", "447911123456"],
  ["+44 (7911) 123456", "447911123456"],
  // The prefix of calls abroad.
  ["0049 151 12345678", "4915112345678"],
  ["00447911123456", "447911123456"],
  ["(0044) 7911 123456", "447911123456"],
  // What is dialled only at home.
  ["+44 (0)7911 774961", "447911774961"],
  ["+49 (0) 170 1234501", "491701234501"],
  ["49 (0)170 1234501", "491701234501"],
  ["0049 [0] 170 1234501", "491701234501"],
  ["(+49) (0)170 1234501", "491701234501"],
  ["+353 (0)85 012 3456", "353850123456"],
  ["+44 (0)123 456", "44123456"],
  ["+44 (020) 7946 0018", "442079460018"],
  ["+49 0170 1234501", "491701234501"],
  ["+36 (06) 20 123 4567", "36201234567"],
  ["+34 (0) 612 34 56 78", "34612345678"],
  ["+39 (0)6 1234567", "39061234567"],
  ["+39 06 1234567", "39061234567"],
  ["0039 (0)6 1234567", "39061234567"],
  ["+225 (0)7 07 07 07 07", "2250707070707"],
  // Only digits are taken as they are: so they were stored, and so WhatsApp names people.
  ["4401701234501", "4401701234501"],
  ["5215512345678", "5215512345678"],
  ["551187654321", "551187654321"],
  // Copied from Apple's and Windows' contacts, from tables and from right-to-left texts.
  ["\u202a+49 151 12345678\u202c", "4915112345678"],
  ["\u200e+49\u2011151\u201112345678\u200f", "4915112345678"],
  ["44\u200b7911123456", "447911123456"],
  ["+44 7911\u00ad123456\ufeff", "447911123456"],
  ["+44 7911\u2212123\u2013456", "447911123456"],
  ["４４７９１１１２３４５６", "447911123456"],
  ["＋４４　（０）７９１１－１２３４５６", "447911123456"],
  ["٤٤٧٩١١١٢٣٤٥٦", "447911123456"],
  ["+۴۴ ۷۹۱۱ ۱۲۳۴۵۶", "447911123456"],
  ["+४४ ७९११ १२३४५६", "447911123456"],
];

for (const [text, digits] of parsed) {
  test(`parses ${JSON.stringify(text)} as ${digits}`, () => expect(parsePhone(text)).toEqual({ ok: true, digits }));
}

const example = "such as +44 7911 123456";
const missing = `must have 7 to 15 digits with the country code, ${example}.`;
const plus = "must have one + at the start at most.";
const country = "must begin with the country code, not with 0: send +44 7911 123456 instead of 07911 123456.";
const digitsOnly = "must hold digits only, besides a leading + or 00, spaces, hyphens, dots, / and brackets.";
const extension = "must be one number without an extension: send +44 7911 123456 instead of +44 7911 123456 ext. 12.";
const decimal = "must not be a decimal number: send the digits alone, as text, such as 447911123456.";
const rejected: [string, string][] = [
  ["", missing],
  ["+", missing],
  [" - ( ) . ", missing],
  ["\u202a\u202c", missing],
  ["123456", "must have 7 to 15 digits with the country code; you sent 6."],
  ["1234567890123456", "must have 7 to 15 digits with the country code; you sent 16."],
  ["+49 170 1234501 / 171 7654321", "must have 7 to 15 digits with the country code; you sent 22."],
  ["1".repeat(101), "must have at most 100 characters; you sent 101."],
  ["++447911123456", plus],
  ["44+7911123456", plus],
  ["447911123456+", plus],
  ["+49 170 1234501 / +49 171 7654321", plus],
  ["07911 123456", country],
  ["+07911123456", country],
  ["+0044 7911 123456", country],
  ["011 44 7911 123456", country],
  ["44 7911 12345x", digitsOnly],
  ["tel:+447911123456", digitsOnly],
  ["+44 7911 12345²", digitsOnly],
  ["4.9170192691E+11", digitsOnly],
  ["49,170,192,691", digitsOnly],
  ["49170192691.0", decimal],
  ["+49170192691.0", decimal],
  ["49170192691.00", decimal],
  ["49170192691,0", decimal],
  ["49170192691.5", decimal],
  ["49 170 192691.0", decimal],
  ["1555010999.0", decimal],
  ["４９１７０１９２６９１．０", decimal],
  ["44 7911 123456;ext=1", extension],
  ["+44 7911 123456 ext. 12", extension],
  ["+44 7911 123456 x12", extension],
  ["+44 7911 123456 #12", extension],
  ["+49 173 192691 (12)", extension],
  ["+49 173 192691 - 12", extension],
  ["+49 173 192691 / 12", extension],
  ["+49 89 1234567/8", extension],
  ["+49 173 192691 [12]", extension],
  ["+49 173 192691 \u2013 12", extension],
  ["+44 (0)7911 774961 (3)", extension],
  ["+44 7911 123456-12", extension],
  ["+1 212 555 0100 - 9", extension],
  ["+999 1234567 (12)", extension],
];

for (const [text, reason] of rejected) {
  test(`rejects ${JSON.stringify(text)}: ${reason}`, () => {
    const phone = parsePhone(text);
    expect(phone.ok ? phone.digits : inEnglish(phone.reason)).toBe(reason);
  });
}

const digits = fc
  .tuple(fc.constantFrom(..."123456789"), fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: 6, maxLength: 14 }))
  .map((parts) => parts.join(""));

test("takes digits alone as they are, so that what was stored stays equal to itself", () => {
  fc.assert(
    fc.property(digits, (number) => expect(parsePhone(number)).toEqual({ ok: true, digits: number })),
    { numRuns: runs(2_000) },
  );
});

/** The numbers of all countries that Google's tables give as examples. */
const numbers = Object.entries(examples).map(([code, national]) => {
  const phone = parseNumber(national, code as CountryCode);
  if (!phone) throw new Error(`${code} has no example.`);
  return phone;
});
const hidden = ["", "\u200e", "\u202a", "\u2060", "\ufe0f", "\u00ad"];
const between = ["", " ", "\u00a0", "\u2009", "\u2011", "-", "\uff0d"];
const scripts = ["0", "０", "٠", "۰", "०", "๐"];

test("reads a number of every country however it is written", () => {
  const one = fc.constantFrom(...numbers);
  const filled = (choices: string[]) => fc.array(fc.constantFrom(...choices), { minLength: 40, maxLength: 40 });
  const start = fc.constantFrom("+", "00", "＋", "(+", "");
  fc.assert(
    fc.property(one, start, filled(between), filled(hidden), fc.constantFrom(...scripts), (phone, prefix, gaps, unseen, zero) => {
      const wanted = phone.number.slice(1);
      const groups = phone
        .formatInternational()
        .slice(1)
        .split(/[\s-]+/);
      const text = groups.map((group, at) => `${at === 0 ? "" : gaps[at] || " "}${group}`).join("");
      const from = zero.charCodeAt(0) - 48;
      const written = [...text].map(
        (sign, at) => (unseen[at] ?? "") + (/\d/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) + from) : sign),
      );
      const sent = `${prefix}${written.join("")}${prefix === "(+" ? ")" : ""}`;
      expect(parsePhone(sent), JSON.stringify(sent)).toEqual({ ok: true, digits: wanted });
    }),
    { numRuns: runs(2_000) },
  );
});

test("drops a home zero in brackets in every country that has one, and keeps the zero that belongs to the number", () => {
  for (const phone of numbers) {
    const [code, ...groups] = phone.formatInternational().slice(1).split(" ");
    // Numbers of Gabon are dialled with it and without.
    if (code === "241") continue;
    const hasOwnZero = phone.nationalNumber.startsWith("0");
    const national = hasOwnZero ? groups.join(" ").replace("0", "(0)") : `(0)${groups.join(" ")}`;
    expect(parsePhone(`+${code} ${national}`), `+${code} ${national}`).toEqual(
      code === "39" && !hasOwnZero ? { ok: true, digits: `390${phone.nationalNumber}` } : { ok: true, digits: phone.number.slice(1) },
    );
  }
});

test("an extension or a decimal never becomes part of a number", () => {
  const tail = fc.constantFrom(" (12)", " - 12", " / 7", "(123)", " – 12", " x12", " ext 4", ";ext=12", ".0", ",0", ".5");
  fc.assert(
    fc.property(fc.constantFrom(...numbers), fc.boolean(), tail, (phone, isGrouped, end) => {
      const text = `${isGrouped ? phone.formatInternational() : phone.number}${end}`;
      const read = parsePhone(text);
      expect(read.ok ? read.digits : read.reason.key, text).toBe(/^[.,]/.test(end) ? "phoneDecimal" : "phoneExtension");
    }),
    { numRuns: runs(2_000) },
  );
});

test("accepts only 7 to 15 digits without a leading 0, and parses its own output unchanged", () => {
  const written = fc.string({ unit: fc.constantFrom(..."0123456789+-./ ()x,٣７\u200e") });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: "binary" }),
        written,
        fc.tuple(digits, written).map((parts) => parts.join("")),
      ),
      (text) => {
        const phone = parsePhone(text);
        if (!phone.ok) return expect(inEnglish(phone.reason)).toMatch(/^must .+\.$/);
        expect(phone.digits).toMatch(/^[1-9][0-9]{6,14}$/);
        expect(parsePhone(phone.digits)).toEqual(phone);
        expect(parsePhone(`+${phone.digits}`).ok).toBe(true);
        expect(text).toMatch(allowed);
      },
    ),
    { numRuns: runs(2_000) },
  );
});
