import { test } from "@playwright/test";
import { cellValue, isShortened } from "@/lib/data/imports/cell";
import { readLine } from "@/lib/data/imports/line";
import { readCsv } from "@/lib/kernel/csv-read";
import { expect } from "../../support/expect";

const plan = {
  columns: (["userId", "name", "phone"] as const).map((kind, index) => ({
    ...{ index, header: kind, examples: [], target: { kind }, guessed: true },
  })),
  encoding: "utf-8" as const,
  defaultCountry: null,
};
const first = (file: string) => {
  const [record] = readCsv(Buffer.from(file).toString("latin1"), { delimiter: ",", line: 2, max: 1, isEnd: true }).records;
  if (!record) throw new Error("There is no line.");
  return readLine(record, plan);
};

test("whatever is refused of a line, it keeps its userId, by which a deletion finds it", () => {
  const refused: [file: string, userId: string | null][] = [
    ["user_1,Ada,12\n", "user_1"],
    ['user_1,"Ada" Okafor,\n', "user_1"],
    ["user_1,A\0da,\n", "user_1"],
    ["user_1,Ada,,more\n", "user_1"],
    ["'=1,Ada,12\n", "=1"],
    ['"user"_1,Ada,\n', null],
    [`${"u".repeat(256)},Ada,\n`, null],
    [",Ada,\n", null],
  ];
  for (const [file, userId] of refused) expect(first(file), file).toMatchObject({ result: "refused", userId });
  const [record] = readCsv("user_1,caf\xc3,\n", { delimiter: ",", line: 2, max: 1, isEnd: true }).records;
  expect(record && readLine(record, plan)).toMatchObject({ result: "refused", userId: "user_1", column: "name" });
});

test("of a quotation mark that ends in a later line only its own line is kept", () => {
  expect(first('user_1,"Ada\nuser_2,Grace" Hopper,\n')).toMatchObject({ result: "refused", value: "Ada", userId: "user_1" });
});

test("a cell that no contact can have is refused before anything else looks at it, whatever it consists of", () => {
  const long = 1_000_000;
  const cells: [file: string, column: string, max: number][] = [
    [`x1,"'${"\t".repeat(long)}x",\n`, "name", 200],
    [`x1,${"'".repeat(long)},\n`, "name", 200],
    [`x1,Ada,+${"1 ".repeat(long / 2)}\n`, "phone", 1_000],
  ];
  for (const [file, column, max] of cells) {
    const read = first(file);
    expect(read).toMatchObject({ result: "refused", userId: "x1", column });
    expect("reason" in read && read.reason).toMatch(new RegExp(`^${column} must have at most ${max} characters; you sent \\d{6,7}\\.$`));
  }
  expect(first(`${"u ".repeat(long)},Ada,\n`)).toMatchObject({ result: "refused", userId: null, column: "userId" });
});

test("a value of the greatest length is taken, with the apostrophe of an export, too", () => {
  const one = { index: 1, header: "note", examples: [], target: { kind: "attribute" as const, name: "note" }, guessed: false };
  const read = (cell: string) => {
    const [record] = readCsv(`x1,${cell}\n`, { delimiter: ",", line: 2, max: 1, isEnd: true }).records;
    return record && readLine(record, { ...plan, columns: [plan.columns[0] as (typeof plan.columns)[number], one] });
  };
  const maxText = `=${"1".repeat(999)}`;
  expect(read(maxText)).toMatchObject({ userId: "x1", attributes: { note: maxText } });
  expect(read(`'${maxText}`)).toMatchObject({ userId: "x1", attributes: { note: maxText } });
  expect(read(`${maxText}1`)).toMatchObject({ result: "refused", reason: expect.stringContaining("you sent 1001.") });
  expect(read(`'${maxText}1`)).toMatchObject({ result: "refused", reason: expect.stringContaining("you sent 1001.") });
});

test("marks of spreadsheets go, apostrophes of words stay, and words for nothing are nothing unless quoted", () => {
  const cells: [text: string, plain: string, quoted?: string][] = [
    ['="0071"', "0071"],
    ['=""', ""],
    ['="a ""b"" c"', 'a "b" c'],
    ['="a"&"b"', '="a"&"b"'],
    ["'7012345678", "7012345678"],
    ["'0071'", "0071"],
    ["'+44 7911 123456", "+44 7911 123456"],
    ["'(0170) 12-34", "(0170) 12-34"],
    ["'=1+1", "=1+1"],
    ["'t Hooft", "'t Hooft"],
    ["'70s", "'70s"],
    ["'", "'"],
    ["O'Brien", "O'Brien"],
    ["NULL", "", "NULL"],
    ["null", "", "null"],
    ["Null", "Null"],
    ["\\N", "", "\\N"],
    ["#N/A", "", "#N/A"],
    ["#REF!", "", "#REF!"],
    ["nan", "", "nan"],
    ["NaN", "", "NaN"],
    ["None", "", "None"],
    ["<NA>", "", "<NA>"],
    ["NA", "NA"],
    ["Nanna", "Nanna"],
    ["0", "0"],
    ["false", "false"],
  ];
  for (const [text, plain, quoted = plain] of cells) {
    expect(cellValue(text, false), text).toBe(plain);
    expect(cellValue(text, true), text).toBe(quoted);
  }
  for (const text of ["1.23457E+11", "1,23457E+11", "1E+11", "-1.5e-10", "4.91702e+12", "9E+100"])
    expect(isShortened(text), text).toBe(true);
  for (const text of ["12e4", "1E5", "1.5", "E+11", "user_1.2E+11", "1.2.3E+11", "5e30a"]) expect(isShortened(text), text).toBe(false);
});

test("a word for nothing is no userId, however it is written, and is kept for nobody", () => {
  for (const text of ["NULL", '"NULL"', "Null", "none", '"undefined"', "\\N", "#N/A", "NaN", "na", '="NULL"'])
    expect(first(`${text},Ada,\n`), text).toMatchObject({ result: "refused", userId: null, column: "userId" });
  expect(first("1.23457E+11,Ada,\n")).toMatchObject({
    result: "refused",
    reason: expect.stringMatching(/^Excel has shortened this number/),
  });
  expect(first("userId,name,phone\n")).toMatchObject({ result: "refused", reason: expect.stringMatching(/repeats the headers/) });
  expect(first('"u1" , "Ada" ,\n')).toMatchObject({ userId: "u1", fields: { name: "Ada" } });
});

test("a line to be mended keeps the marks of a quoted cell that would say something else without them", () => {
  const cells = (file: string, columns: readonly string[] = ["userId", "name", "phone"]) => {
    const [record] = readCsv(file, { delimiter: ",", line: 2, max: 1, isEnd: true }).records;
    const named = columns.map((header, index) => ({ ...(plan.columns[index] as (typeof plan.columns)[number]), header }));
    const read = record && readLine(record, { ...plan, columns: named });
    return read && "cells" in read && read.cells;
  };
  expect(cells('u1,"NULL",12\n')).toEqual(["u1", { text: "NULL" }, "12"]);
  expect(cells('u1," \\N ",12\n')).toEqual(["u1", { text: " \\N " }, "12"]);
  expect(cells('"u1",NULL,"12"\n')).toEqual(["u1", "NULL", "12"]);
  // In our own export a text that looks like a number is quoted.
  expect(cells('u1,"71",12\n', ["userId", "attributes.seats", "phone"])).toEqual(["u1", { text: "71" }, "12"]);
  expect(cells("u1,71,12\n", ["userId", "attributes.seats", "phone"])).toEqual(["u1", "71", "12"]);
});
