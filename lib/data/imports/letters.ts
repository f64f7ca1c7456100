import { isAscii } from "node:buffer";

/** What was seen of a file while it arrived: whether it looks like UTF-8, and words that are not plain ASCII. */
export type Letters = { isUtf8: boolean; words: readonly Buffer[] };

const [maxWords, maxWordBytes] = [300, 40];
const replacement = "\ufffd".charCodeAt(0);

/**
 * Follows the bytes of a file. A field that was cut within a character, or a file that was, makes no other encoding of UTF-8: then more characters
 * are whole than are not. In a file in another encoding hardly any is.
 */
export function letterWatch(): { add: (bytes: Buffer) => void; seen: () => Letters } {
  const decoder = new TextDecoder("utf-8");
  const words: Buffer[] = [];
  let [whole, broken] = [0, 0];
  const count = (text: string) => {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === replacement) broken += 1;
      else if (code > 0x7f) whole += 1;
    }
  };
  return {
    add(bytes) {
      const text = decoder.decode(bytes, { stream: true });
      // Only a character that the piece before began may be broken.
      if (isAscii(bytes)) return count(text.slice(0, 4));
      count(text);
      if (words.length < maxWords) words.push(...wordsIn(bytes, maxWords - words.length));
    },
    seen() {
      count(decoder.decode());
      return { isUtf8: broken === 0 || whole > broken, words };
    },
  };
}

const separators = new Set([...' ,;\t\r\n"\0'].map((character) => character.charCodeAt(0)));
const bar = "|".charCodeAt(0);

/** The words of a piece of a file that are not plain ASCII. Long ones are no words. */
function wordsIn(bytes: Buffer, max: number): Buffer[] {
  const words: Buffer[] = [];
  let [start, isPlain] = [0, true];
  for (let at = 0; at < bytes.length && words.length < max; at += 1) {
    const byte = bytes[at] as number;
    // Behind another byte a bar may be the second half of a character.
    if (separators.has(byte) || (byte === bar && (bytes[at - 1] ?? 0) < 0x80)) {
      if (!isPlain && at - start <= maxWordBytes) words.push(bytes.subarray(start, at));
      [start, isPlain] = [at + 1, true];
    } else if (byte > 0x7f) isPlain = false;
  }
  if (!isPlain && words.length < max && bytes.length - start <= maxWordBytes) words.push(bytes.subarray(start));
  return words.map((word) => Buffer.from(word));
}
