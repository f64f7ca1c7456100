import { test } from "@playwright/test";
import fc from "fast-check";
import { phonePattern } from "@/lib/context/contacts/imports-sql";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const phone = "447911123456";
const isFound = (...cells: string[]) => new RegExp(phonePattern(phone)).test(JSON.stringify(cells));

test("a phone is found in the forms that a file may have, and in no other number", () => {
  for (const cell of [
    ...[
      "447911123456",
      "+44 (0)7911 123456",
      "07911-123-456",
      "447911123456.0",
      "0044 7911 123456 ext. 12",
      "'07911123456",
      "Tel: 7911/123456 (home)",
    ],
    ...["\u202a+44\u20117911\u2011123456\u202c", "\uff14\uff14\uff17\uff19\uff11\uff11\uff11\uff12\uff13\uff14\uff15\uff16", "٠٧٩١١١٢٣٤٥٦"],
  ])
    expect(isFound("x", cell, "1"), cell).toBe(true);
  for (const cells of [["447911123465"], ["0791112345"], ["07911", "123456"], ["1234567", "1112345"], [""]])
    expect(isFound(...cells), cells.join()).toBe(false);
});

test("whatever stands between its digits, a phone is found", () => {
  const between = fc.string({ unit: fc.constantFrom(..." -./()\u00a0\u202a") });
  fc.assert(
    fc.property(fc.array(between, { minLength: phone.length, maxLength: phone.length }), (marks) => {
      expect(isFound([...phone].map((digit, index) => digit + (marks[index] ?? "")).join(""))).toBe(true);
    }),
    { numRuns: runs(500) },
  );
});
