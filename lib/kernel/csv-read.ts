/** One record: its cells and which of them are quoted, the line in which it begins, and the cell whose quotation mark ends before the cell does. */
export type CsvRecord = { cells: string[]; quoted: readonly number[]; line: number; brokenCell: number | undefined };

export type CsvPart = {
  records: CsvRecord[];
  /** Where in the text the next record begins, and in which line. */
  next: number;
  line: number;
  /** The line in which a quoted cell begins that does not end in this text. */
  openQuoteLine: number | undefined;
};

type Options = {
  delimiter: string;
  from?: number;
  /** The line at `from`. */
  line?: number;
  /** How many records at most. */
  max?: number;
  /** What a byte order mark is in this text: where files were put together, records begin with one. */
  mark?: string;
  /** Nothing follows the text. */
  isEnd: boolean;
};

/**
 * Reads the records of a part of a CSV file (RFC 4180, with any delimiter and end of line). A record that the text does not hold whole is left
 * for the next part. Spaces around a quoted cell are none of it, and `="0071"` is quoted, too: so spreadsheets write that something is text. A
 * quotation mark elsewhere in an unquoted cell is a character like others.
 */
export function readCsv(
  text: string,
  { delimiter, from = 0, line: first = 1, max = Number.POSITIVE_INFINITY, mark = "", isEnd }: Options,
): CsvPart {
  const records: CsvRecord[] = [];
  let [next, line] = [from, first];
  let openQuoteLine: number | undefined;
  while (records.length < max && next < text.length) {
    const found = recordAt(text, afterMarks(text, next, mark), { delimiter, isEnd });
    if (!("cells" in found)) {
      if (found.openAt !== undefined) openQuoteLine = line + lineEnds(text.slice(next, found.openAt));
      break;
    }
    records.push({ cells: found.cells, quoted: found.quoted, line, brokenCell: found.brokenCell });
    line += lineEnds(text.slice(next, found.end)) + (found.next > found.end ? 1 : 0);
    next = found.next;
  }
  return { records, next, line, openQuoteLine };
}

const lineEnds = (text: string): number => (/[\r\n]/.test(text) ? (text.match(/\r\n|\r|\n/g)?.length ?? 0) : 0);

function afterMarks(text: string, start: number, mark: string): number {
  let at = start;
  while (mark !== "" && text.startsWith(mark, at)) at += mark.length;
  return at;
}

/** `end` is where the end of the line begins, `next` where it ends. */
type Whole = { cells: string[]; quoted: number[]; brokenCell: number | undefined; end: number; next: number };
type Part = { openAt?: number };
type Cell = { text: string; end: number; isQuoted?: boolean; isBroken?: boolean };
/** The delimiter, as a character code, and whether nothing follows. */
type Within = { stop: number; isEnd: boolean };

const isLineEnd = (code: number): boolean => code === 10 || code === 13;

function recordAt(text: string, start: number, { delimiter, isEnd }: { delimiter: string; isEnd: boolean }): Whole | Part {
  const cells: string[] = [];
  const quoted: number[] = [];
  const within = { stop: delimiter.charCodeAt(0), isEnd };
  let brokenCell: number | undefined;
  for (let at = start; ; ) {
    const cell = cellAt(text, at, within);
    if (!("end" in cell)) return cell;
    if (cell.end >= text.length && !isEnd) return {};
    if (cell.isBroken) brokenCell ??= cells.length;
    if (cell.isQuoted) quoted.push(cells.length);
    cells.push(cell.text);
    if (text.charCodeAt(cell.end) === within.stop) {
      at = cell.end + 1;
      continue;
    }
    const next = afterLineEnd(text, cell.end, isEnd);
    return next === undefined ? {} : { cells, quoted, brokenCell, end: cell.end, next };
  }
}

/** A cell whose quotation mark is not its first character is quoted only if the mark ends where the cell does. */
function cellAt(text: string, start: number, within: Within): Cell | Part {
  const begin = afterBlanks(text, start, within.stop);
  const mark = text[begin] === "=" ? begin + 1 : begin;
  if (text[mark] !== '"') return plainAt(text, start, within.stop);
  const cell = quotedAt(text, mark, within);
  if (!cell) return { openAt: mark };
  return cell.isBroken && mark > start ? plainAt(text, start, within.stop) : cell;
}

const [tab, space] = [9, 32];

function afterBlanks(text: string, start: number, stop: number): number {
  let at = start;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === stop || (code !== space && code !== tab)) break;
  }
  return at;
}

/** Undefined when a line feed may still follow. */
function afterLineEnd(text: string, end: number, isEnd: boolean): number | undefined {
  if (text[end] !== "\r") return Math.min(text.length, end + 1);
  if (end + 1 >= text.length) return isEnd ? end + 1 : undefined;
  return text[end + 1] === "\n" ? end + 2 : end + 1;
}

function plainAt(text: string, start: number, stop: number): Cell {
  let end = start;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === stop || isLineEnd(code)) break;
  }
  return { text: text.slice(start, end), end };
}

/** Undefined when the text has no second quotation mark. */
function quotedAt(text: string, start: number, { stop, isEnd }: Within): Cell | undefined {
  let mark = start;
  do mark = text.indexOf('"', mark + 1);
  while (mark >= 0 && text[mark + 1] === '"' && ++mark);
  if (mark < 0) return undefined;
  // Another one may follow, which would make it a character of the cell.
  if (mark + 1 >= text.length && !isEnd) return { text: "", end: text.length };
  const inside = text.slice(start + 1, mark).replaceAll('""', '"');
  const rest = plainAt(text, mark + 1, stop);
  if (afterBlanks(rest.text, 0, stop) === rest.text.length) return { text: inside, end: rest.end, isQuoted: true };
  return { text: inside + rest.text, end: rest.end, isQuoted: true, isBroken: true };
}
