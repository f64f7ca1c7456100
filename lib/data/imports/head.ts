import { AppError } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import { clip } from "@/lib/kernel/text";
import { cellValue } from "./cell";
import type { Column, Delimiter, Warning } from "./contract";
import { decoded, markBytes, markOf, shownEncoding, unitOf, unitsOf } from "./encoding";
import { otherKind } from "./file-kind";
import { guess } from "./guess";
import { guessedEncoding } from "./guess-encoding";
import { type Layout, layoutOf } from "./header-line";
import type { Letters } from "./letters";
import type { Encoding } from "./shared/encodings";
import { maxColumns } from "./shared/limits";
import { narrowed } from "./types";

/** Values of each column that are shown. */
const shown = 3;
const maxShown = 200;

/** `first` is the first piece of a file of so many bytes, in whose words `letters` were seen. The rest is what somebody said of it. */
type Given = {
  first: Buffer;
  bytes: number;
  letters: Letters;
  encoding?: Encoding | undefined;
  delimiter?: Delimiter | undefined;
  headerLine?: number | undefined;
};
/** What the beginning of a file says. `dataOffset` is where the lines after the headers begin, in bytes. */
export type Head = {
  encoding: Encoding;
  delimiter: Delimiter;
  headerLine: number;
  columns: Column[];
  warnings: Warning[];
  dataOffset: number;
  dataLine: number;
};

const refused = (message: string) => new AppError("invalid_request", message);

/** Finds encoding, delimiter, headers and what the columns mean. @throws invalid_request for what nobody could read */
export async function headOf({ first, bytes, letters, ...given }: Given): Promise<Head> {
  const isWhole = first.length === bytes;
  if (first.length === 0) throw refused("The file is empty. Send one with headers in its first line.");
  const found = await encodingOf(first, letters, given.encoding);
  const { encoding } = found;
  const skipped = markBytes(first) % unitOf(encoding) === 0 ? markBytes(first) : 0;
  const text = unitsOf(first.subarray(skipped), encoding);
  const other = await otherKind(first, { text, isMarked: skipped > 0 });
  if (other) throw refusalError("invalid_request", other);
  if (unitOf(encoding) === 2 && bytes % 2 > 0) throw refused("The file ends within a character of UTF-16. Send it again.");
  // Excel writes and reads a line before the headers that says the delimiter.
  const [sep = "", named] = /^sep=([,;\t|])(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const read = (units: string) => (decoded(units, encoding) ?? units.replace(/[^\x20-\x7e]/g, "\ufffd")).replaceAll("\0", "\ufffd").trim();
  const layout = layoutOf({
    ...{ text, from: sep.length, line: sep === "" ? 1 : 2, isWhole, mark: markOf(encoding), read },
    ...{ delimiter: given.delimiter ?? (named as Delimiter | undefined), headerLine: given.headerLine },
  });
  if (!("headers" in layout)) {
    if (layout.openQuoteLine !== undefined) throw refused(openQuoteMessage(layout.openQuoteLine));
    throw refused(`The first line has more than ${first.length.toLocaleString("en-GB")} bytes. Is this a file of contacts?`);
  }
  const { delimiter, headers, next, line } = layout;
  if (headers.cells.length > maxColumns) throw refused(`The file has ${headers.cells.length} columns; at most ${maxColumns} can be read.`);
  if (isWhole && next >= text.length)
    throw refused(
      "The file has headers, but no line after them. Send one with contacts. With curl use --data-binary: -d takes line ends away.",
    );
  const columns = columnsOf(layout, read);
  requireDistinct(columns.map(({ header }) => header));
  return {
    ...{ encoding, delimiter, headerLine: headers.line, columns, dataOffset: skipped + next * unitOf(encoding), dataLine: line },
    warnings: found.isDoubtful ? [doubtfulLetters] : [],
  };
}

async function encodingOf(first: Buffer, letters: Letters, said: Encoding | undefined) {
  const encoding = said ?? shownEncoding(first) ?? (letters.isUtf8 ? ("utf-8" as const) : undefined);
  return encoding ? { encoding, isDoubtful: false } : guessedEncoding(letters.words);
}

const doubtfulLetters: Warning = {
  code: "letters",
  message: "Some words have letters that no language writes so. Look at the examples, and choose another encoding if they are wrong.",
};

export const openQuoteMessage = (line: number) =>
  `The quotation mark that begins in line ${line} never ends. Close it or remove it, and send the file again.`;

function columnsOf({ headers, rest }: Layout, read: (units: string) => string): Column[] {
  const all = headers.cells.map((header, index) => ({
    header: clip(read(header), maxShown),
    cells: rest.map(({ cells, quoted }) => cellValue(read(cells[index] ?? ""), quoted.includes(index))),
  }));
  const targets = guess(all);
  return all.map(({ header, cells }, index) => ({
    index,
    header,
    examples: examplesIn(cells.filter((cell) => cell !== "")).map((value) => clip(value, maxShown)),
    target: targets[index] ?? null,
    ...typeOfAll(cells),
    guessed: targets[index] !== null,
  }));
}

function typeOfAll(cells: readonly string[]): Pick<Column, "type" | "typeFrom"> {
  const type = cells.reduce((before, cell) => (cell === "" ? before : narrowed(before, cell)), null as Column["type"]);
  return { type, typeFrom: type && "values" };
}

/** The first that differ, and one that shows whether the encoding is right. */
function examplesIn(values: readonly string[]): string[] {
  const all = [...new Set(values)];
  const isForeign = (value: string) => /[^\x20-\x7e]/.test(value);
  const foreign = all.slice(0, shown).some(isForeign) ? undefined : all.find(isForeign);
  return foreign === undefined ? all.slice(0, shown) : [...all.slice(0, shown - 1), foreign];
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
