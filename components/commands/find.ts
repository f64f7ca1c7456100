const letters: Record<string, string> = { ł: "l", ø: "o", ß: "ss", đ: "d", æ: "ae" };

/** Lower case without accents, so that "lukasz" finds "Łukasz". */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[łøßđæ]/g, (letter) => letters[letter] ?? letter);

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

type Prepared = { text: string; words: string[] };
/** A text and its keywords, as they are compared with what is typed. */
export type Searchable = { own: Prepared; other: Prepared };

function prepared(text: string): Prepared {
  const own = plain(text);
  return { text: own, words: wordsOf(own) };
}

export const searchable = (text: string, keywords = ""): Searchable => ({ own: prepared(text), other: prepared(keywords) });

const pointsOf = (word: string, { text, words }: Prepared): number =>
  words.includes(word) ? 3 : words.some((one) => one.startsWith(word)) ? 2 : text.includes(word) ? 1 : 0;

/**
 * How well a text matches what was typed: every word typed must be in the text or its keywords, in any order; whole words and
 * beginnings count more, and so does the text itself. 0 when a word is missing, 1 when nothing was typed.
 */
export function scoreOf(typed: string, { own, other }: Searchable): number {
  const asked = wordsOf(plain(typed));
  if (asked.length === 0) return typed.trim() === "" ? 1 : 0;
  let score = own.text.startsWith(asked.join(" ")) ? 3 : 0;
  for (const word of asked) {
    const points = 2 * pointsOf(word, own) || pointsOf(word, other);
    if (points === 0) return 0;
    score += points;
  }
  return score;
}
