import { z } from "zod";
import { maxSafeNumber } from "./json";
import { controls, edge, spaces, unseenBasic, unseenBeyond } from "./visible";

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

export const userId = `^[^${inId}${spaces}](?:[^${inId}]*[^${inId}${spaces}])?$`;

/** What a phone must have at least. Which digits are an extension or a decimal only the server knows, with the tables of all countries. */
const written = "[^\\u0000A-Za-z]{7,}";
export const phone = `^${written}$`;

const local = `[^\\u0000${spaces}@<>,;]`;
export const emailOrEmpty = `^(?:${local}+@${local}+\\.[^\\u0000${spaces}@<>,;.]+)?$`;

export const phoneOrEmpty = `^(?:${written})?$`;

const bare = (expression: RegExp) => expression.source.replace(/^\^|\$$/g, "");

/** A real date, a time and an offset; a leap second only in UTC. */
export const time = `^(?:${bare(z.regexes.datetime({ offset: true }))}|${bare(z.regexes.date)}T23:59:60(?:\\.\\d+)?(?:Z|[+-]00:00))$`;

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
