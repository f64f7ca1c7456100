import { expect, test } from "@playwright/test";
import fc from "fast-check";
import { defused, line } from "@/lib/domain/audit/csv";
import { parseCsv } from "../support/csv";

const text = fc.oneof(
  fc.string({ unit: "binary" }).filter((one) => one.isWellFormed()),
  // What is interesting to a spreadsheet, close together.
  fc.string({ unit: fc.constantFrom(..."=+-@＝＋－＠ '\"“,;\t\r\n\u00a0\u200b\ufeffaé1") }),
);
const row = fc.array(text, { minLength: 1, maxLength: 6 });

test("what is written is read back cell by cell, but for the apostrophes that were put in", () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(parseCsv(rows.map(line).join(""))).toEqual(rows.map((cells) => cells.map(defused)));
    }),
  );
});

test("a cell differs from its text by nothing but apostrophes before what could be a formula", () => {
  fc.assert(
    fc.property(text, (one) => {
      const safe = defused(one);
      const before = [...safe].filter((letter) => letter !== "'").join("");
      expect(before).toBe([...one].filter((letter) => letter !== "'").join(""));
      if (!/[=+\-@＝＋－＠﹦﹢﹣﹫−\t\r\n]/.test(one)) expect(safe).toBe(one);
    }),
  );
});

/** Whether a spreadsheet runs it: it skips spaces and what has no shape, and an apostrophe in front makes it text. */
const isRun = (cell: string) => /^[\s\p{Cf}"“]*[=+\-@＝＋－＠]/u.test(cell) || /^[\s\p{Cf}]*[\t\r\n]/u.test(cell);

test("no cell is run as a formula, whichever separator the spreadsheet splits at", () => {
  fc.assert(
    fc.property(row, (cells) => {
      const written = line(cells);
      const [read = []] = parseCsv(written);
      expect(read.filter(isRun)).toEqual([]);
      // Where semicolons separate, quotation marks inside a cell mean nothing and a line end is a line end.
      const elsewhere = cells
        .map(defused)
        .join(",")
        .split(/[;\t\r\n]/);
      expect(elsewhere.filter((cell) => /^[\s\p{Cf}"“]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

const attacks = [
  "=1+1",
  "+1",
  "-1",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "\tplain",
  "\rplain",
  " =1",
  "\u00a0=1",
  "\u200b=1",
  "\ufeff=1",
  '"=1',
  "'=1",
  ' "=1',
  "“=1",
  "＝1",
  "＋1",
  "－1",
  "＠SUM",
  " ＝1",
  '=HYPERLINK("https://evil.example","x")',
  "=cmd|' /C calc'!A0",
];

for (const attack of attacks) {
  test(`${JSON.stringify(attack)} gets an apostrophe in front`, () =>
    expect(defused(attack).startsWith(`'${attack.charAt(0)}`)).toBe(true));
}

for (const [attack, safe] of [
  ["a;=1+1", "a;'=1+1"],
  ["a\t=1", "a\t'=1"],
  ["Label: a\n=1", "Label: a\n'=1"],
]) {
  test(`${JSON.stringify(attack)} is harmless where the separator is another`, () => expect(defused(String(attack))).toBe(safe));
}

for (const harmless of ["", "Olga", "a=b", "1-2", "ada@example.com", "“Refund”", "Größe", "whsec_…a91f", "2026-11-21T10:00:00.000Z"]) {
  test(`${JSON.stringify(harmless)} stays as it is`, () => expect(defused(harmless)).toBe(harmless));
}
