import iconv from "iconv-lite";
import type { Encoding } from "./shared/encodings";

/** Bytes of the smallest unit: a delimiter or the end of a line has one. */
export const unitOf = (encoding: Encoding): 1 | 2 => (encoding.startsWith("utf-16") ? 2 : 1);

/**
 * A part of a file as a text in which each character is one unit of the file, so that a place in one is a place in the other. Delimiters, quotation
 * marks and ends of lines are what they are; `decoded` makes words of the rest.
 */
export function unitsOf(bytes: Buffer, encoding: Encoding): string {
  if (encoding in isLead) return withoutBars(bytes, isLead[encoding as keyof typeof isLead]);
  if (unitOf(encoding) === 1) return bytes.toString("latin1");
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return (encoding === "utf-16be" ? Buffer.from(whole).swap16() : whole).toString("utf16le");
}

const isHigh = (byte: number): boolean => byte > 0x80 && byte < 0xff;

/** Where a character has two bytes, which bytes are the first of two. */
const isLead = {
  shift_jis: (byte: number) => isHigh(byte) && (byte < 0xa0 || byte > 0xdf),
  gb18030: isHigh,
  big5: isHigh,
  "euc-kr": isHigh,
} satisfies Partial<Record<Encoding, (byte: number) => boolean>>;

const bar = 0x7c;

/** No other delimiter than | may be the second byte of a character. There it gets another code, of which only the lower byte is decoded. */
function withoutBars(bytes: Buffer, leads: (byte: number) => boolean): string {
  if (!bytes.includes(bar)) return bytes.toString("latin1");
  const units = new Uint16Array(bytes);
  for (let at = 0; at + 1 < bytes.length; at += 1) {
    if (!leads(bytes[at] as number) || (bytes[at + 1] as number) < 0x30) continue;
    at += 1;
    if (bytes[at] === bar) units[at] = 0x100 + bar;
  }
  return Buffer.from(units.buffer).toString("utf16le");
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Only characters that all encodings have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the units of a file may be any.
const plain = /^[\u0000-\u007f]*$/;

/** What units say; undefined when they are nothing in this encoding. */
export function decoded(units: string, encoding: Encoding): string | undefined {
  if (plain.test(units)) return units;
  if (encoding === "utf-16le" || encoding === "utf-16be") return units.isWellFormed() ? units : undefined;
  const bytes = Buffer.from(units, "latin1");
  if (encoding !== "utf-8") {
    const text = iconv.decode(bytes, encoding, { stripBOM: false });
    return text.includes("\ufffd") ? undefined : text;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const marks: readonly [Encoding, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
  ["gb18030", [0x84, 0x31, 0x95, 0x33]],
];

const markAt = (bytes: Buffer) => marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));

/** How many bytes the mark at the beginning has, which says the encoding. */
export const markBytes = (bytes: Buffer): number => markAt(bytes)?.[1].length ?? 0;

/** What a byte order mark is in units: one in the middle shows that files were put together, also if only one of them was UTF-8. */
export function markOf(encoding: Encoding): string {
  if (unitOf(encoding) === 2) return "\ufeff";
  const [, mark] = marks.find(([name]) => name === (encoding === "gb18030" ? "gb18030" : "utf-8")) ?? [];
  return String.fromCharCode(...(mark ?? []));
}

/** The encoding that a file shows by its mark, or by the zeros that UTF-16 has beside plain letters. */
export function shownEncoding(bytes: Buffer): Encoding | undefined {
  const marked = markAt(bytes)?.[0];
  if (marked) return marked;
  const looked = bytes.subarray(0, 4_096);
  const zeros = (rest: number) => looked.filter((byte, index) => byte === 0 && index % 2 === rest).length;
  if (zeros(1) > looked.length / 8) return "utf-16le";
  return zeros(0) > looked.length / 8 ? "utf-16be" : undefined;
}
