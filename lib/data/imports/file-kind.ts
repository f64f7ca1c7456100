import { fileTypeFromBuffer } from "file-type";
import { type Refusal, refusal } from "@/lib/kernel/errors";

/** What is looked at: enough for the names of the parts of a workbook. */
const lookedBytes = 65_536;

const compressed = new Set(["gz", "zip", "7z", "rar", "bz2", "xz", "zst", "lz", "lz4", "Z", "tar", "tar.gz", "cab", "ar", "arj"]);
/** Names of kinds that people know by others than the ending of their files. */
const names: Readonly<Record<string, string>> = {
  xlsx: "Excel (XLSX)",
  xlsm: "Excel (XLSM)",
  xltx: "Excel (XLTX)",
  cfb: "Excel (XLS)",
  ods: "OpenDocument (ODS)",
  docx: "Word (DOCX)",
  sqlite: "SQLite",
  parquet: "Parquet",
};

const texts: readonly [kind: string, RegExp][] = [
  ["PDF", /^%PDF-/],
  ["RTF", /^\{\\rtf/],
  ["vCard", /^begin:vcard\s/i],
  ["iCalendar", /^begin:vcalendar\s/i],
  ["HTML", /^<(?:!doctype html|(?:html|head|body|table|meta|style|script|div)[\s>])/i],
  ["XML", /^<(?:\?xml\s|!--|!doctype|[a-z][\w:.-]*[\s/>])/i],
  ["JSON", /^(?:\[\s*[[{"\]]|\{\s*["}])/],
  ["SQL", /^(?:insert\s+into|create\s+table|\/\*!|--\s+(?:mysql|mariadb|postgresql|sqlite)\b)/i],
  ["LDIF", /^(?:version: \d\s+)?dn:\s/i],
];

/**
 * Why a file is none of lines with cells, by what it is instead; undefined when nothing says so. `text` is its beginning. Only a file with bytes that
 * no text has is compared with the signatures of other kinds: two letters are enough for some of them, and a column may be called BMI.
 */
export async function otherKind(bytes: Buffer, { text, isMarked }: { text: string; isMarked: boolean }): Promise<Refusal | undefined> {
  const start = text.slice(0, 1_000).replace(/^[\s\ufeff]+/, "");
  const kind = texts.find(([, is]) => is.test(start))?.[0];
  if (kind !== undefined) return refusal("notCsv", { kind });
  const looked = bytes.subarray(0, lookedBytes);
  if (isMarked || !isBinary(looked)) return undefined;
  const { ext } = (await fileTypeFromBuffer(looked).catch(() => undefined)) ?? {};
  if (ext === undefined) return undefined;
  const found = ext === "zip" ? withinZip(looked) : ext;
  return compressed.has(found)
    ? refusal("compressed", { kind: found.toUpperCase() })
    : refusal("notCsv", { kind: names[found] ?? found.toUpperCase() });
}

/** Controls that no text has. */
const isBinary = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4_096).some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1a, 0x1b].includes(byte));

/** Spreadsheets are archives, too, and say so by the names of their parts. */
function withinZip(bytes: Buffer): string {
  const parts = bytes.toString("latin1");
  if (parts.includes("xl/work")) return "xlsx";
  return parts.includes(".iwa") ? "Numbers" : "zip";
}
