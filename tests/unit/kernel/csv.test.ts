import { test } from "@playwright/test";
import fc from "fast-check";
import { csvLine, escapeFormulas, unescapeFormulas } from "@/lib/kernel/csv";
import { parseCsv } from "../../support/csv";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const text = fc.oneof(
  fc.string({ unit: "binary" }).filter((one) => one.isWellFormed()),
  // Characters that a spreadsheet interprets, close together.
  fc.string({ unit: fc.constantFrom(..."=+-@＝＋－＠ '\"“,;\t\r\n\u00a0\u200b\ufeffaé1") }),
);
const row = fc.array(text, { minLength: 1, maxLength: 6 });

test("written rows parse back to the same cells, apart from added apostrophes", () => {
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      expect(parseCsv(rows.map(csvLine).join(""))).toEqual(rows.map((cells) => cells.map(escapeFormulas)));
    }),
  );
});

test("a cell differs from its text only by apostrophes before a possible formula", () => {
  fc.assert(
    fc.property(text, (one) => {
      const safe = escapeFormulas(one);
      const before = [...safe].filter((letter) => letter !== "'").join("");
      expect(before).toBe([...one].filter((letter) => letter !== "'").join(""));
      if (!/[=+\-@＝＋－＠﹦﹢﹣﹫−\t\r\n]/.test(one)) expect(safe).toBe(one);
    }),
  );
});

test("what was made safe is read back as it was, and a text that was not stays", () => {
  fc.assert(
    fc.property(text, (one) => expect(unescapeFormulas(escapeFormulas(one))).toBe(one)),
    { numRuns: runs(5_000) },
  );
  const read: [string, string][] = [
    ["'=1+1", "=1+1"],
    ["a;'-b", "a;-b"],
    ["a\r\n'-b\r\n'-c", "a\r\n'-b\r\n'-c"],
    ["''=1", "'=1"],
    ["'t Hooft", "'t Hooft"],
    ["rock 'n' roll", "rock 'n' roll"],
    ["it's;'tis", "it's;'tis"],
  ];
  for (const [safe, plain] of read) expect(unescapeFormulas(safe), safe).toBe(plain);
});

/** Whether a spreadsheet runs it: it skips spaces and invisible characters, and an apostrophe in front makes it text. */
const isRun = (cell: string) => /^[\s\p{Cf}"“]*[=+\-@＝＋－＠]/u.test(cell) || /^[\s\p{Cf}]*[\t\r\n]/u.test(cell);

test("no cell is run as a formula, whichever separator the spreadsheet splits at", () => {
  fc.assert(
    fc.property(row, (cells) => {
      const written = csvLine(cells);
      const [read = []] = parseCsv(written);
      expect(read.filter(isRun)).toEqual([]);
      // With semicolons as separators, quotation marks inside a cell have no meaning and a line break ends the row.
      const elsewhere = cells
        .map(escapeFormulas)
        .join(",")
        .split(/[;\t\r\n]/);
      expect(elsewhere.filter((cell) => /^[\s\p{Cf}"“]*[=+\-@＝＋－＠]/u.test(cell))).toEqual([]);
    }),
    { numRuns: runs(1000) },
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
  test(`puts an apostrophe in front of ${JSON.stringify(attack)}`, () =>
    expect(escapeFormulas(attack).startsWith(`'${attack.charAt(0)}`)).toBe(true));
}

for (const [attack, safe] of [
  ["a;=1+1", "a;'=1+1"],
  ["a\t=1", "a\t'=1"],
  ["Label: a\n=1", "Label: a\n'=1"],
]) {
  test(`makes ${JSON.stringify(attack)} harmless for other separators`, () => expect(escapeFormulas(String(attack))).toBe(safe));
}

for (const harmless of ["", "Olga", "a=b", "1-2", "ada@example.com", "“Refund”", "Größe", "whsec_…a91f", "2026-11-21T10:00:00.000Z"]) {
  test(`leaves ${JSON.stringify(harmless)} unchanged`, () => expect(escapeFormulas(harmless)).toBe(harmless));
}
