import { type CsvRecord, readCsv } from "@/lib/kernel/csv-read";
import { refusal } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import { type Delimiter, delimiters } from "./contract";
import { guess } from "./guess";
import { maxColumns } from "./shared/limits";

/** Lines above the headers at most, and lines below them that are looked at. */
const [maxAbove, looked] = [20, 50];
/** What is looked at to find the delimiter, in units. */
const sampleUnits = 65_536;

type Given = {
  /** The beginning of the file, from `from` on, which is in `line`. */
  text: string;
  from: number;
  line: number;
  isWhole: boolean;
  mark: string;
  delimiter: Delimiter | undefined;
  headerLine: number | undefined;
  /** What the units of a cell say. */
  read: (units: string) => string;
};

/** The headers and the first lines below them; `next` is where these begin, in `line`. */
export type Layout = { delimiter: Delimiter; headers: CsvRecord; rest: CsvRecord[]; next: number; line: number };

/** The delimiter and the headers of a file. Undefined: no line of it ends. @throws invalid_request for a line that cannot have headers */
export function layoutOf(given: Given): Layout | { openQuoteLine: number | undefined } {
  const begin = given.headerLine === undefined ? { from: given.from, line: given.line } : lineAt(given, given.headerLine);
  const all = { ...given, ...begin };
  const delimiter = given.delimiter ?? delimiterOf(all);
  const { text, mark, isWhole: isEnd, from, line } = all;
  const { records, openQuoteLine } = readCsv(text, { delimiter, from, line, mark, max: maxAbove + 1 + looked, isEnd });
  const at = headersAt(records, all);
  const headers = records[at];
  if (!headers) return { openQuoteLine };
  const until = readCsv(text, { delimiter, from, line, mark, max: at + 1, isEnd });
  return { delimiter, headers, rest: records.slice(at + 1), next: until.next, line: until.line };
}

/** @throws invalid_request unless the beginning of the file has such a line, with something in it */
function lineAt({ text, from, line }: Given, wanted: number): { from: number; line: number } {
  const ends = /\r\n|\r|\n/g;
  ends.lastIndex = from;
  let at = from;
  for (let passed = line; passed < wanted; passed += 1) {
    if (!ends.exec(text)) throw refusalError("invalid_request", refusal("noHeaderLine", { line: wanted }));
    at = ends.lastIndex;
  }
  if (wanted < line || /^[\s,;|]*$/.test(text.slice(at, ends.exec(text)?.index)))
    throw refusalError("invalid_request", refusal("noHeaderLine", { line: wanted }));
  return { from: at, line: wanted };
}

/** The delimiter by which most of the lines below the headers have as many cells as these; a comma if there is none. */
function delimiterOf(given: Given): Delimiter {
  const { text, from, line, mark } = given;
  const sample = text.slice(0, from + sampleUnits);
  const isEnd = given.isWhole && sample.length === text.length;
  let best: { delimiter: Delimiter; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const { records } = readCsv(sample, { delimiter, from, line, mark, max: maxAbove + 1 + looked, isEnd });
    const at = headersAt(records, given);
    const count = records[at]?.cells.length ?? 1;
    if (count < 2) continue;
    const rest = records.slice(at + 1).filter(({ cells }) => isFilled(cells));
    const alike = rest.filter(({ cells }) => cells.length === count).length;
    // What is above the headers, and headers of nothing, speak a little against it.
    const score = (0.5 + alike) / (1 + rest.length) + count / 10_000 - at / 1_000;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

const isFilled = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== "");
const filledIn = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== "").length;

/**
 * Which of the records are the headers: the first with more than a few cells, as titles, dates and comments above it have fewer. Where one of these has
 * as many, names of columns that are known tell the headers from it.
 */
function headersAt(records: readonly CsvRecord[], { headerLine, read }: Pick<Given, "headerLine" | "read">): number {
  const all = records.map(({ cells }, at) => ({ cells, at, filled: filledIn(cells) }));
  const rows = all.filter(({ filled }) => filled > 0);
  if (headerLine !== undefined) return rows[0]?.at ?? -1;
  const wide = rows.map(({ filled }) => filled).filter((filled) => filled > 1);
  const usual = wide.sort((a, b) => a - b)[Math.floor(wide.length / 2)] ?? 1;
  // Headers have lines below them.
  const above = rows.length > 1 ? rows.slice(0, -1) : rows;
  const first = above.slice(0, maxAbove + 1).map((row) => ({ ...row, known: knownIn(row.cells, read), isComment: isComment(row.cells) }));
  const isWide = ({ filled }: { filled: number }) => usual === 1 || (filled > 1 && filled > usual / 2);
  const likely = first.find(
    (row) => (row.known > 0 && (row.filled > 1 || usual === 1)) || (isWide(row) && !(row.isComment && row.cells.length !== usual)),
  );
  if (!likely) return rows[0]?.at ?? -1;
  if (likely.known > 0) return likely.at;
  const named = first.find(({ at, known, filled }) => at > likely.at && known > 1 && (filled > likely.filled || likely.isComment));
  return (named ?? likely).at;
}

const knownIn = (cells: readonly string[], read: Given["read"]): number =>
  guess(cells.slice(0, maxColumns).map((cell) => ({ header: read(cell), cells: [] }))).filter((target) => target !== null).length;

const isComment = ([first = ""]: readonly string[]): boolean => /^\s*(?:#|\/\/)/.test(first);
