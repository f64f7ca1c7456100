import type { Encoding } from "./contract";

/** Bytes of the smallest unit: a delimiter or the end of a line has one. */
export const unitOf = (encoding: Encoding): 1 | 2 => (encoding.startsWith("utf-16") ? 2 : 1);

/**
 * A part of a file as a text in which each character is one unit of the file, so that a place in one is a place in the other. Delimiters, quotation
 * marks and ends of lines are what they are; `decoded` makes words of the rest.
 */
export function unitsOf(bytes: Buffer, encoding: Encoding): string {
  if (unitOf(encoding) === 1) return bytes.toString("latin1");
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
  return (encoding === "utf-16be" ? Buffer.from(whole).swap16() : whole).toString("utf16le");
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** What Windows-1252 has from 0x80 to 0x9f, where ISO 8859-1 has controls. Versions of Node take the two for one. */
const windows = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** Only characters that all encodings have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the units of a file may be any.
const plain = /^[\u0000-\u007f]*$/;

/** What units say; undefined when they are nothing in this encoding. */
export function decoded(units: string, encoding: Encoding): string | undefined {
  if (plain.test(units)) return units;
  if (encoding === "utf-16le" || encoding === "utf-16be") return units.isWellFormed() ? units : undefined;
  if (encoding === "windows-1252") return units.replace(/[\u0080-\u009f]/g, (unit) => windows.charAt(unit.charCodeAt(0) - 0x80));
  try {
    return utf8.decode(Buffer.from(units, "latin1"));
  } catch {
    return undefined;
  }
}

const marks: readonly [Encoding, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];

const markAt = (bytes: Buffer) => marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));

/** How many bytes the mark at the beginning has, which says the encoding. */
export const markBytes = (bytes: Buffer): number => markAt(bytes)?.[1].length ?? 0;

/**
 * The encoding of a file by its mark, by the zeros that UTF-16 has beside plain letters, and else by whether the whole file looks like
 * UTF-8.
 */
export function encodingOf(bytes: Buffer, isUtf8: boolean): Encoding {
  const marked = markAt(bytes)?.[0];
  if (marked) return marked;
  const looked = bytes.subarray(0, 4_096);
  const zeros = (rest: number) => looked.filter((byte, index) => byte === 0 && index % 2 === rest).length;
  if (zeros(1) > looked.length / 8) return "utf-16le";
  if (zeros(0) > looked.length / 8) return "utf-16be";
  return isUtf8 ? "utf-8" : "windows-1252";
}

const replacement = "\ufffd".charCodeAt(0);

/**
 * Follows the bytes of a file: whether they look like UTF-8 so far. A field that was cut within a character, or a file that was, makes no other
 * encoding of it: then more characters are whole than are not. In a file in Windows-1252 hardly any is.
 */
export function utf8Watch(): { add: (bytes: Uint8Array) => void; isUtf8: () => boolean } {
  const decoder = new TextDecoder("utf-8");
  let [whole, broken] = [0, 0];
  const count = (text: string) => {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === replacement) broken += 1;
      else if (code > 0x7f) whole += 1;
    }
  };
  return {
    add: (bytes) => count(decoder.decode(bytes, { stream: true })),
    isUtf8: () => {
      count(decoder.decode());
      return broken === 0 || whole > broken;
    },
  };
}
