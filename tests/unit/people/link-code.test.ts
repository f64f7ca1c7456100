import { randomBytes } from "node:crypto";
import { test } from "@playwright/test";
import fc from "fast-check";
import { codeFrom, codeIn, whatsappUrl } from "@/lib/people/links/shared/code";
import { expect } from "../../support/expect";

const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 });

test("writes ten characters that are not mistaken for others", () => {
  fc.assert(fc.property(bytes, (some) => expect(codeFrom(some)).toMatch(/^BS-[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)));
  const characters = Array.from({ length: 500 }, () => codeFrom(randomBytes(10)).slice(3).replace("-", "")).join("");
  expect(new Set(characters).size).toBe(32);
});

test("finds a code in any text and gives the text without it", () => {
  const words = fc
    .array(fc.constantFrom("Hello", "mein", "Code", "ist:", "🙂", "BS", "-", "2041"), { maxLength: 4 })
    .map((some) => some.join(" "));
  fc.assert(
    fc.property(bytes, words, words, (some, before, after) => {
      const code = codeFrom(some);
      const rest = [before, after].filter((part) => part !== "").join(" ");
      expect(codeIn(`${before} ${code} ${after}`)).toEqual({ code, rest });
    }),
  );
});

const written: [what: string, text: string][] = [
  ["in small letters", "bs-7k2qf-9xm4d"],
  ["with the dashes of a phone", "BS–7K2QF—9XM4D"],
  ["with spaces around the dashes", "BS - 7K2QF - 9XM4D"],
  ["in a sentence", "My code is BS-7K2QF-9XM4D."],
];

for (const [what, text] of written) {
  test(`reads a code ${what}`, () => expect(codeIn(text)?.code).toBe("BS-7K2QF-9XM4D"));
}

test("reads letters that look like digits as the digits", () => expect(codeIn("BS-O1IL0-00000")?.code).toBe("BS-01110-00000"));

for (const text of ["", "BS-7K2QF", "BS-7K2QF-9XM4", "ABS-7K2QF-9XM4D", "BS-7K2QF-9XM4DE", "BS-7K2QU-9XM4D", "BS 7K2QF 9XM4D"]) {
  test(`finds no code in ${JSON.stringify(text)}`, () => expect(codeIn(text)).toBeUndefined());
}

test("writes an address of WhatsApp from the number as Meta writes it, and none without a number", () => {
  expect(whatsappUrl("+1 555-010-0200", "BS-7K2QF-9XM4D")).toBe("https://wa.me/15550100200?text=BS-7K2QF-9XM4D");
  expect(whatsappUrl(null, "BS-7K2QF-9XM4D")).toBeNull();
  expect(whatsappUrl("", "BS-7K2QF-9XM4D")).toBeNull();
});
