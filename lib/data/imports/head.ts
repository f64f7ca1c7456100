import { readCsv } from "@/lib/kernel/csv-read";
import { AppError } from "@/lib/kernel/errors";
import { clip } from "@/lib/kernel/text";
import { type Column, type Delimiter, delimiters, type Encoding } from "./contract";
import { decoded, encodingOf, markBytes, unitOf, unitsOf } from "./encoding";
import { guess } from "./guess";
import { maxColumns } from "./shared/limits";
import { narrowed } from "./types";

/** Values of each column that the guess looks at, and those that are shown. */
const [looked, shown] = [50, 3];
const maxShown = 200;
/** What is looked at to find the delimiter, in units. */
const sampleUnits = 65_536;

/** `first` is the first piece of a file of so many bytes. */
type Given = { first: Buffer; bytes: number; isUtf8: boolean; encoding?: Encoding | undefined; delimiter?: Delimiter | undefined };
/** What the beginning of a file says. `dataOffset` is where the lines after the headers begin, in bytes. */
export type Head = { encoding: Encoding; delimiter: Delimiter; columns: Column[]; dataOffset: number; dataLine: number };

/** What of it is stored. */
export const headData = ({ encoding, delimiter, columns, dataOffset, dataLine }: Head) => ({
  encoding,
  delimiter,
  columns,
  dataOffset,
  dataLine,
});

const refused = (message: string) => new AppError("invalid_request", message);

/** Finds encoding, delimiter, headers and what the columns mean. @throws invalid_request for what nobody could read */
export function headOf({ first, bytes, isUtf8, ...given }: Given): Head {
  const isWhole = first.length === bytes;
  if (first.length === 0) throw refused("The file is empty. Send one with headers in its first line.");
  const found = encodingOf(first, isUtf8);
  const encoding = given.encoding ?? found;
  if (unitOf(encoding) === 2 && bytes % 2 > 0) throw refused("The file ends within a character of UTF-16. Send it again.");
  const skipped = markBytes(first) % unitOf(encoding) === 0 ? markBytes(first) : 0;
  const text = unitsOf(first.subarray(skipped), encoding);
  // Excel writes and reads a line before the headers that says the delimiter.
  const [sep = "", named] = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const delimiter = given.delimiter ?? (named as Delimiter | undefined) ?? delimiterOf(text, isWhole);
  const line = sep === "" ? 1 : 2;
  const { records, openQuoteLine } = readCsv(text, { delimiter, from: sep.length, line, max: 1 + looked, isEnd: isWhole });
  const [headers, ...rest] = records;
  if (!headers) {
    if (openQuoteLine !== undefined) throw refused(openQuoteMessage(openQuoteLine));
    throw refused(`The first line has more than ${first.length.toLocaleString("en-GB")} bytes. Is this a file of contacts?`);
  }
  if (headers.cells.length > maxColumns) throw refused(`The file has ${headers.cells.length} columns; at most ${maxColumns} can be read.`);
  const start = readCsv(text, { delimiter, from: sep.length, line, max: 1, isEnd: isWhole });
  if (isWhole && start.next >= text.length && openQuoteLine === undefined)
    throw refused("The file has headers, but no line after them. Send one with contacts.");
  const columns = columnsOf(
    headers.cells,
    rest.map(({ cells }) => cells),
    encoding,
  );
  requireDistinct(columns.map(({ header }) => header));
  return { encoding, delimiter, columns, dataOffset: skipped + start.next * unitOf(encoding), dataLine: start.line };
}

export const openQuoteMessage = (line: number) =>
  `The quotation mark that begins in line ${line} never ends. Close it or remove it, and send the file again.`;

function columnsOf(headers: readonly string[], rest: readonly string[][], encoding: Encoding): Column[] {
  const read = (units: string) => (decoded(units, encoding) ?? units.replace(/[^\x20-\x7e]/g, "\ufffd")).replaceAll("\0", "\ufffd").trim();
  const all = headers.map((header, index) => ({
    header: clip(read(header), maxShown),
    cells: rest.map((cells) => read(cells[index] ?? "")),
  }));
  const targets = guess(all);
  return all.map(({ header, cells }, index) => ({
    index,
    header,
    examples: [...new Set(cells.filter((cell) => cell !== ""))].slice(0, shown).map((value) => clip(value, maxShown)),
    target: targets[index] ?? null,
    ...typeOfAll(cells),
    guessed: targets[index] !== null,
  }));
}

function typeOfAll(cells: readonly string[]): Pick<Column, "type" | "typeFrom"> {
  const type = cells.reduce((before, cell) => (cell === "" ? before : narrowed(before, cell)), null as Column["type"]);
  return { type, typeFrom: type && "values" };
}

/** @throws invalid_request when two headers are the same */
function requireDistinct(headers: readonly string[]): void {
  const first = new Map<string, number>();
  const twice: string[] = [];
  for (const [index, header] of headers.entries()) {
    if (header === "") continue;
    const before = first.get(header.toLowerCase());
    if (before === undefined) first.set(header.toLowerCase(), index);
    else twice.push(`columns ${before + 1} and ${index + 1} are both “${clip(header, 60)}”`);
  }
  if (twice.length === 0) return;
  throw refused(`The headers of ${twice.slice(0, 5).join(", ")}. Give each column a header of its own and send the file again.`);
}

/** The delimiter by which most of the first lines have as many cells as the headers; a comma if there is none. */
function delimiterOf(text: string, isWhole: boolean): Delimiter {
  const sample = text.slice(0, sampleUnits);
  const isEnd = isWhole && sample.length === text.length;
  let best: { delimiter: Delimiter; score: number } = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const [headers, ...rest] = readCsv(sample, { delimiter, max: 1 + looked, isEnd }).records;
    const count = headers?.cells.length ?? 1;
    if (count < 2) continue;
    const alike = rest.filter(({ cells }) => cells.length === count).length;
    const score = (1 + alike) / (1 + rest.length) + count / 10_000;
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}
