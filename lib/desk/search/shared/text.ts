import { controls, spaces, unseen } from "@/lib/kernel/visible";
import { betweenDigits } from "@/lib/people/shared/typed-phone";

/** At most this many UTF-16 units of a text are searched: the longest message, and what its letters become. */
export const maxSearchLength = 6_000;

const isSpace = new RegExp(`^[${spaces}${controls}\\0]$`, "u");
const isUnseen = new RegExp(`^[${unseen}]$`, "u");

/** The accents of alphabets. The vowel signs of Indic scripts and the marks of Japanese are letters of their own, and stay. */
const accents = new RegExp(
  [
    String.raw`[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]`,
    // Hebrew and Arabic.
    String.raw`[\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06ed]`,
  ].join("|"),
  "gu",
);

/** Letters that Unicode does not decompose. */
const letters: Record<string, string> = { ł: "l", ø: "o", đ: "d", ð: "d", ħ: "h", ı: "i", ß: "ss", æ: "ae", œ: "oe", þ: "th", ς: "σ" };

const decomposed = (text: string): string => text.normalize("NFKD").toLowerCase().normalize("NFKD").replace(accents, "");

/** What a character is compared as: lower case, without accents; "" for an accent or an invisible one, " " for white space. */
function foldCharacter(character: string): string {
  const code = character.charCodeAt(0);
  if (code < 0x80) return code <= 0x20 || code === 0x7f ? " " : character.toLowerCase();
  // Half of a surrogate pair, which no database stores.
  if (character.length === 1 && code >= 0xd800 && code <= 0xdfff) return " ";
  if (isSpace.test(character)) return " ";
  if (isUnseen.test(character)) return "";
  return [...decomposed(character)].map((one) => (isUnseen.test(one) ? (isSpace.test(one) ? " " : "") : (letters[one] ?? one))).join("");
}

/** Most texts have few different characters, and looking one up takes a tenth of the time of folding it. */
const remembered = new Map<string, string>();
const maxRemembered = 10_000;

function pieceOf(character: string): string {
  const known = remembered.get(character);
  if (known !== undefined) return known;
  const piece = foldCharacter(character).replace(/ +/g, " ");
  if (remembered.size < maxRemembered) remembered.set(character, piece);
  return piece;
}

/** A text as it is compared. Unit `n` of it stands for the units `from[n]` up to `to[n]` of the original. */
export type Folded = { text: string; from: number[]; to: number[] };

/** Lower case, without accents and invisible characters, each run of white space as one space; at most `maxLength` units. */
export function folded(original: string, maxLength = maxSearchLength): Folded {
  const from: number[] = [];
  const to: number[] = [];
  let text = "";
  let at = 0;
  for (const character of original) {
    const end = at + character.length;
    const piece = pieceOf(character);
    const added = piece.startsWith(" ") && (text === "" || text.endsWith(" ")) ? piece.slice(1) : piece;
    if (text.length + added.length > maxLength) break;
    text += added;
    for (let unit = 0; unit < added.length; unit += 1) {
      from.push(at);
      to.push(end);
    }
    at = end;
  }
  return { text, from, to };
}

/** Phone numbers and dates as people write them: seven digits or more, with signs between them. */
const spacedDigits = /\d(?:[ ./()-]{0,3}\d){6,}/g;

/** The digits of each number that is written with signs in between. `text` is folded. */
const numbersIn = (text: string): string[] =>
  [...text.matchAll(spacedDigits)].map(([number]) => number.replace(betweenDigits, "")).filter((digits) => !text.includes(digits));

/**
 * The text by which something is found, from its parts: each word follows a space, the first one too. Numbers that are written with
 * signs in between are repeated without them.
 */
export function searchText(parts: readonly (string | null | undefined)[]): string {
  const { text } = folded(parts.filter((part) => typeof part === "string").join(" "));
  const all = ` ${[text.trim(), ...new Set(numbersIn(text))].join(" ").trim()}`;
  return all.length <= maxSearchLength ? all : all.slice(0, maxSearchLength).replace(/[\ud800-\udbff]$/, "");
}
