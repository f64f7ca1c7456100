import { typedPhone } from "@/lib/people/shared/typed-phone";
import { folded } from "./text";

/** What must be in a text: anywhere, or at the beginning of a word. */
export type Term = { text: string; isStart: boolean };
/** What was typed: a text matches when it has every term of one of the alternatives. */
export type Query = { alternatives: Term[][] };

const maxWords = 8;
const maxWordLength = 100;

/** A word without the signs around it, such as quotation marks, and the + before a number. */
const core = /[\p{L}\p{N}](?:.*[\p{L}\p{N}\p{M}])?/su;
/** Scripts without spaces between words, where a word of one or two characters may be anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** An index of three letters each finds shorter words only by their beginning. */
const termOf = (text: string): Term => ({ text, isStart: [...text].length < 3 && !unspaced.test(text) });

function wordsOf(typed: string): string[] {
  const words = folded(typed)
    .text.split(" ")
    .map((word) => core.exec(word)?.[0] ?? "");
  const cut = words.map((word) => word.slice(0, maxWordLength).replace(/[\ud800-\udbff]$/, ""));
  return [...new Set(cut.filter((word) => word !== ""))].slice(0, maxWords);
}

/** Undefined when nothing can be looked for: signs alone, or less than two letters. */
export function parseQuery(typed: string): Query | undefined {
  const words = wordsOf(typed);
  const isEnough = words.some((word) => [...word].length > 1 || unspaced.test(word));
  const digits = typedPhone(folded(typed).text)?.digits;
  const alternatives = [
    ...(isEnough ? [words.map(termOf)] : []),
    ...(digits !== undefined && !(words.length === 1 && words[0] === digits) ? [[termOf(digits)]] : []),
  ];
  return alternatives.length > 0 ? { alternatives } : undefined;
}

/** Whether a `searchText` has what was typed. The statements say the same in SQL. */
export const matches = ({ alternatives }: Query, text: string): boolean =>
  alternatives.some((terms) => terms.every((term) => text.includes(term.isStart ? ` ${term.text}` : term.text)));

/** What was typed, as the beginning of a `searchText`. */
export const beginningOf = ({ alternatives }: Query): string => ` ${(alternatives[0] ?? []).map(({ text }) => text).join(" ")}`;

const escaped = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

export const beginsWith = (text: string): string => `${escaped(text)}%`;

/** The condition of a query on a `searchText`, and its values, of which the first is the parameter number `first`. */
export function conditionOf({ alternatives }: Query, column: string, first: number): { sql: string; values: string[] } {
  const values: string[] = [];
  const sql = alternatives.map((terms) =>
    terms
      .map(({ text, isStart }) => {
        values.push(`%${isStart ? " " : ""}${escaped(text)}%`);
        return `${column} like $${first + values.length - 1}::text`;
      })
      .join(" and "),
  );
  return { sql: `(${sql.map((one) => `(${one})`).join(" or ")})`, values };
}
