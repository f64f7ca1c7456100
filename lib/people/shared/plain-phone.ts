import { unseen } from "@/lib/kernel/visible";

const signs: readonly [of: RegExp, sign: string][] = [
  // White space comes first: some of it cannot be seen.
  [/\s/u, " "],
  [new RegExp(`[${unseen}]`, "u"), ""],
  [/[\p{Pd}\u2212\u2043]/u, "-"],
  [/\p{Ps}/u, "("],
  [/\p{Pe}/u, ")"],
  [/[\uff0b\ufe62]/u, "+"],
  [/[\uff0e\u2024\u00b7]/u, "."],
  [/[\uff0f\u2044\u2215]/u, "/"],
  [/[\uff0c\u066b]/u, ","],
];

const isDigit = /\p{Nd}/u;

/** Unicode has the ten digits of a script one behind the other, and some styles of them, too. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (isDigit.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

function plainOf(character: string): string {
  if (/[\x21-\x7e]/.test(character)) return "[{".includes(character) ? "(" : "]}".includes(character) ? ")" : character;
  if (isDigit.test(character)) return String(digitOf(character));
  return signs.find(([of]) => of.test(character))?.[1] ?? character;
}

/** A phone as it is written, with the digits of every script as 0 to 9, one sign for all of a kind, and nothing that cannot be seen. */
export const plainPhone = (text: string): string => Array.from(text, plainOf).join("").trim();
