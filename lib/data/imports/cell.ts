import { unescapeFormulas } from "@/lib/kernel/csv";
import { typeOf } from "./types";

/** How databases and programs write that there is nothing, and spreadsheets that a formula failed. NA is left out: it is Namibia. */
const nothing = new Set([
  ...[
    "NULL",
    "null",
    "<null>",
    "(null)",
    "[NULL]",
    "nil",
    "\\N",
    "None",
    "none",
    "undefined",
    "NaN",
    "nan",
    "NAN",
    "-nan",
    "-NaN",
    "<NA>",
    "N/A",
    "n/a",
  ],
  ...[
    "NaT",
    "#N/A",
    "#N/A N/A",
    "#NA",
    "#N/A!",
    "#REF!",
    "#VALUE!",
    "#NAME?",
    "#DIV/0!",
    "#NULL!",
    "#NUM!",
    "#NV",
    "#WERT!",
    "#BEZUG!",
    "#ERROR!",
  ],
]);
/** No word for nothing, number or boolean is longer. */
const maxShort = 64;
const nothingInAnyCase = new Set([...nothing, "na"].map((text) => text.toLowerCase()));

/** What a cell says, whose text has no spaces around it. Only what is not quoted may stand for nothing: "NULL" with quotation marks is a name. */
export function cellValue(text: string, isQuoted: boolean): string {
  const value = withoutMarks(text);
  return !isQuoted && nothing.has(value) ? "" : value;
}

/** Whether a text says something else when its quotation marks are lost: a word for nothing, and in our own export a number or a boolean. */
export const meansLessBare = (text: string, isOfExport: boolean): boolean =>
  text.length <= maxShort && (nothing.has(text.trim()) || (isOfExport && typeOf(text.trim()) !== "text"));

/** Whether a text is how a program writes that there is no id, quoted or not: one of those would be the id of all who have none. */
export const isNothing = (text: string): boolean => nothingInAnyCase.has(withoutMarks(text).toLowerCase());

/** A number of which a spreadsheet has dropped the last digits: 1.23457E+11. */
export const isShortened = (text: string): boolean => /^[+-]?\d(?:[.,]\d{1,15})?[eE][+-]\d{2,3}$/.test(text);

const digits = /^[+-]?\(?\d[\d\s.,:()/-]*$/;

/**
 * A text without the marks by which a spreadsheet knows that it is one: ="0071", and an apostrophe before digits, around them, or before what
 * could run as a formula. Apostrophes of words are theirs: 't Hooft.
 */
function withoutMarks(text: string): string {
  if (text.startsWith('="') && text.endsWith('"') && text.length > 2) {
    const inside = text.slice(2, -1).replaceAll('""', "\0");
    if (!inside.includes('"')) return inside.replaceAll("\0", '"').trim();
  }
  if (!text.startsWith("'")) return unescapeFormulas(text);
  const rest = text.slice(1);
  const bare = rest.endsWith("'") ? rest.slice(0, -1) : rest;
  if (digits.test(bare)) return bare;
  return unescapeFormulas(text);
}
