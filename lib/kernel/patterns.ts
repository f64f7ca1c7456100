import { maxSafeNumber } from "./json";
import { timePattern } from "./time";
import { controls, edge, hidden, spaces, unseenBasic, unseenBeyond } from "./visible";

// The rules on values in the published schema: regular expressions with the flag `u`, without look-around, which not every
// language has. Each repeats a rule of the server, and tests keep both equal. Linters and generators may compile them without
// the flag, so no range begins beyond U+FFFF: without the flag it would be out of order.

const any = "[^\\u0000]";
const inId = `\\u0000${controls}`;

/** Any text that can be stored: without NUL. */
export const text = `^${any}*$`;

/** The characters of a class one by one: beyond U+FFFF only single characters work without the flag. */
const spelledOut = (ranges: string): string =>
  [...ranges.matchAll(/(.)-(.)/gu)].map(([, from = "", to = ""]) => charactersBetween(from, to)).join("");

function charactersBetween(from: string, to: string): string {
  let characters = "";
  for (let code = from.codePointAt(0) ?? 0; code <= (to.codePointAt(0) ?? 0); code += 1) characters += String.fromCodePoint(code);
  return characters;
}

/** Invisible characters, except for the tags, which are too many to spell out. */
const unseenButTags = unseenBasic + spelledOut(unseenBeyond.few);
const [beforeTags, lastTag] = ["\u{dffff}", "\u{e0fff}"];
/** All characters after one beyond U+FFFF. The second range is for readers without the flag. */
const after = (last: string) => `[^\\u0000-${last}\\ue000-\\uffff]`;

/** A text without visible characters: only invisible characters and those from the tags on, and none after the tags. */
const blank = { type: "string", pattern: `^(?:[${unseenButTags}]|${after(beforeTags)})*$`, not: { pattern: after(lastTag) } } as const;

/** A text with a visible character. */
export const visibleText = { pattern: text, not: blank };

/**
 * A name of 1 to `max` code points after `trimmed`. Leading tags count here, but not on the server: a name with so many of them
 * that it becomes too long is rejected only here.
 */
export const name = (max: number) => ({
  pattern: `^[${unseenButTags}]*[^\\u0000${unseenButTags}](?:${any}{0,${max - 2}}[^\\u0000${edge}])?[${edge}]*$`,
  not: blank,
});

/** A blank name counts as not sent; otherwise a byte order mark at the start is rejected. */
export const contactName = { pattern: text, not: { type: "string", pattern: "^\\ufeff", not: blank } };

/** The first and the last character that can be seen are none of white space. */
export const userId = `^[${hidden}]*[^${inId}${spaces}${hidden}](?:[^${inId}]*[^${inId}${spaces}${hidden}])?[${hidden}]*$`;

/** A word in any case, which regular expressions of the schema cannot leave to a flag. */
const inAnyCase = (word: string): string => word.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);

/** In small letters, none is a word that somebody may have chosen: no language writes it. */
const missing = [...["undefined", "null", "nan", "nil"].map(inAnyCase), "N(?:one|ONE)"].join("|");

/** What a broken client sends as the id of everybody: a value that is missing as text, or a placeholder that was not filled in. */
export const brokenUserId = `^(?:${missing})$|^[(<](?:${missing})[)>]$|^\\[object [A-Za-z]+\\]$|\\{\\{|\\$\\{|#\\{|<%|^\\{[A-Za-z_][A-Za-z_.]*\\}$`;

/** What stands for folders in an address. */
const dots = `^[${hidden}]*\\.[${hidden}]*(?:\\.[${hidden}]*)?$`;

export const notUserId = { type: "string", pattern: `${dots}|${brokenUserId}` } as const;

/** What a phone must have at least. Which digits are an extension or a decimal only the server knows, with the tables of all countries. */
const written = "[^\\u0000A-Za-z]{7,}";
export const phone = `^${written}$`;

const around = `[${spaces}${hidden}]*`;
/** A part of an address: with something to see, and with what is dropped. */
const seen = (not: string) => `[^\\u0000${spaces}${hidden}@<>,;${not}]`;
const part = (not = "") => `[${hidden}]*${seen(not)}(?:${seen(not)}|[${hidden}])*`;
export const emailOrEmpty = `^(?:${around}${part()}@${part()}\\.${part(".")}${around})?$`;

export const phoneOrEmpty = `^(?:${written})?$`;

/** A moment of a caller's, as the server reads it. */
export const time = timePattern;

/** The keyword of JSON Schema; written as a property it would make the object look like a promise. */
const otherwise = "then";

/**
 * At least one of the fields must be sent. Written as a condition, which generators of clients leave alone: alternatives would make the type of
 * the body one that takes anything.
 */
export function atLeastOne(...names: readonly string[]) {
  const required = names.map((name) => ({ required: [name] }));
  return Object.fromEntries([
    ["if", { not: { anyOf: required.slice(0, -1) } }],
    [otherwise, required.at(-1)],
  ]);
}

/** The range of a number. JSON changes integers beyond it. */
export const numberRange = { minimum: -maxSafeNumber, maximum: maxSafeNumber } as const;

/** The name of a field or property, apart from its length. */
export const fieldName = { pattern: text, not: { const: "__proto__" } };
