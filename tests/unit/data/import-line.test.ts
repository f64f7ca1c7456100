import { test } from "@playwright/test";
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
