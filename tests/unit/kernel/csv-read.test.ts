import { test } from "@playwright/test";
import fc from "fast-check";
import { readCsv } from "@/lib/kernel/csv-read";
import { expect } from "../../support/expect";
import { runs } from "../../support/runs";

const delimiters = [",", ";", "\t", "|"] as const;
const cell = fc.string({ unit: fc.constantFrom(..."ab,;\t|\"\r\n é'=") });
const file = fc.record({
  delimiter: fc.constantFrom(...delimiters),
  end: fc.constantFrom("\n", "\r\n", "\r"),
  rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 }),
  hasLastEnd: fc.boolean(),
});

const isQuotedByHabit = (text: string) => /^[ \t=]*"/.test(text);
/** Every cell quoted, or only those that must be. */
const written = ({ rows, delimiter, end, hasLastEnd }: typeof file extends fc.Arbitrary<infer F> ? F : never, quotesAll: boolean) => {
  const isQuoted = (text: string) => quotesAll || isQuotedByHabit(text) || /["\r\n]/.test(text) || text.includes(delimiter);
  const lines = rows.map((cells) => cells.map((text) => (isQuoted(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(delimiter));
  return lines.join(end) + (hasLastEnd || lines.at(-1) === "" ? end : "");
};
const cellsOf = (text: string, delimiter: string) => readCsv(text, { delimiter, isEnd: true }).records.map(({ cells }) => cells);

test("what was written is read, with any delimiter, end of line and quoting", () => {
  fc.assert(
    fc.property(file, fc.boolean(), (one, quotesAll) => {
      const text = written(one, quotesAll);
      if (one.rows.length > 0) expect(cellsOf(text, one.delimiter)).toEqual(one.rows);
    }),
    { numRuns: runs(2_000) },
  );
});

test("in parts of any size a file has the same records, lines and end as whole", () => {
  fc.assert(
    fc.property(file, fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 3 }), (one, size, max) => {
      const text = written(one, false);
      const { delimiter } = one;
      const whole = readCsv(text, { delimiter, isEnd: true });
      const records = [];
      let [from, line, to] = [0, 1, size];
      while (from < text.length) {
        const part = readCsv(text.slice(from, to), { delimiter, line, max, isEnd: to >= text.length });
        records.push(...part.records);
        if (part.records.length === 0) {
          expect(to).toBeLessThan(text.length);
          to += size;
        }
        from += part.next;
        line = part.line;
        to = Math.max(to, from + 1);
      }
      expect({ records, next: from, line }).toEqual({ records: whole.records, next: whole.next, line: whole.line });
    }),
    { numRuns: runs(2_000) },
  );
});

test("a quotation mark that does not end is found in the line where it begins, and swallows nothing", () => {
  const part = readCsv('id,name\n1,"Ada\n2,Bob\n3,Eve\n', { delimiter: ",", isEnd: true });
  expect(part.records.map(({ cells }) => cells)).toEqual([["id", "name"]]);
  expect(part).toMatchObject({ openQuoteLine: 2, line: 2, next: 8 });
  expect(readCsv('a\n"x\ny","z\n', { delimiter: ",", isEnd: true }).openQuoteLine).toBe(3);
});

test("a quotation mark that ends before its cell does is marked, and one within a plain cell is a character", () => {
  const { records } = readCsv('"5" pipe",a\n5" pipe,b\n', { delimiter: ",", isEnd: true });
  expect(records).toMatchObject([
    { cells: ['5 pipe"', "a"], brokenCell: 0 },
    { cells: ['5" pipe', "b"], brokenCell: undefined },
  ]);
});

test("spaces around a quoted cell, and an = before it, are none of it", () => {
  fc.assert(
    fc.property(file, fc.constantFrom("", " ", "  ", "= "), fc.constantFrom("", " ", "   "), (one, before, behind) => {
      const quoted = (text: string) => `${before.replace("= ", "=")}"${text.replaceAll('"', '""')}"${behind}`;
      const text = one.rows.map((cells) => cells.map(quoted).join(one.delimiter)).join(one.end);
      if (one.rows.length === 0) return;
      const { records } = readCsv(text, { delimiter: one.delimiter, isEnd: true });
      expect(records.map(({ cells }) => cells)).toEqual(one.rows);
      for (const { cells, quoted: marked, brokenCell } of records) {
        expect(marked).toEqual(cells.map((_, index) => index));
        expect(brokenCell).toBeUndefined();
      }
    }),
    { numRuns: runs(1_000) },
  );
});

test("a mark behind a space or = that does not end its cell is a character, and one of files that were put together is none", () => {
  const read = (text: string) => readCsv(text, { delimiter: ",", mark: "\ufeff", isEnd: true }).records.map(({ cells }) => cells);
  expect(read('1, "Bobby" Ray,="a"&"b"\n')).toEqual([["1", ' "Bobby" Ray', '="a"&"b"']]);
  expect(read('a,b\n\ufeff"1",2\n\ufeff\ufeff3,\ufeff4\n')).toEqual([
    ["a", "b"],
    ["1", "2"],
    ["3", "\ufeff4"],
  ]);
});

/** A text that counts how many of its characters are looked at. */
function counted(text: string): { text: string; looked: () => number } {
  let looked = 0;
  const costOf = (name: string, given: readonly unknown[], found: unknown): number => {
    const from = Number(given[1] ?? 0);
    if (name === "indexOf") return (Number(found) < 0 ? text.length : Number(found) + 1) - from;
    return typeof found === "string" ? found.length : 1;
  };
  const handler: ProxyHandler<object> = {
    get(_, key) {
      const value: unknown = Reflect.get(Object(text), key);
      if (typeof value !== "function") {
        looked += 1;
        return value;
      }
      return (...given: unknown[]) => {
        const found: unknown = Reflect.apply(value, text, given);
        looked += costOf(String(key), given, found);
        return found;
      };
    },
  };
  return { text: new Proxy({}, handler) as unknown as string, looked: () => looked };
}

test("lines of every shape are read in one pass, however long they are", () => {
  const units = ['"', '""', ' "', '" ', '="', ',"', '", "', " ", "\t", ",", "\r", "\n", "\r\n", "x", "\0", '"""', ', """', '="" '];
  const size = 20_000;
  // A reader that begins anew at each of the marks looks at thousands of characters for each one.
  for (const unit of units) {
    const { text, looked } = counted(unit.repeat(size / unit.length));
    readCsv(text, { delimiter: ",", mark: "\ufeff", isEnd: true });
    expect(looked() / size, JSON.stringify(unit)).toBeLessThan(20);
  }
});
