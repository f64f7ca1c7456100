import { z } from "zod";
import { greatest } from "./json";
import { controls, edge, spaces, unseenBasic, unseenBeyond } from "./text";

// The rules on values as the published schema says them: regular expressions with the flag `u`, without look-around, which
// not every language has. Each is the server's own rule once more, and the tests hold both together. Linters and generators
// that compile them without the flag must be able to, so no range begins beyond U+FFFF: there it would be out of order.

const any = "[^\\u0000]";
const inId = `\\u0000${controls}`;

/** Any text that is kept: without NUL. */
export const text = `^${any}*$`;

/** The characters of a class one by one: beyond U+FFFF only single ones can be read without the flag. */
const spelledOut = (ranges: string): string =>
  [...ranges.matchAll(/(.)-(.)/gu)].map(([, from = "", to = ""]) => charactersBetween(from, to)).join("");

function charactersBetween(from: string, to: string): string {
  let characters = "";
  for (let code = from.codePointAt(0) ?? 0; code <= (to.codePointAt(0) ?? 0); code += 1) characters += String.fromCodePoint(code);
  return characters;
}

/** What shows nothing, without the tags, which are too many to be spelled out. */
const unseenButTags = unseenBasic + spelledOut(unseenBeyond.few);
const [beforeTags, lastTag] = ["\u{dffff}", "\u{e0fff}"];
/** All that comes after a character beyond U+FFFF. The second range is for who reads without the flag. */
const after = (last: string) => `[^\\u0000-${last}\\ue000-\\uffff]`;

/** A text of which nothing can be seen: nothing but unseen characters and what comes after them, and none that comes after the tags. */
const blank = { type: "string", pattern: `^(?:[${unseenButTags}]|${after(beforeTags)})*$`, not: { pattern: after(lastTag) } } as const;

/** A text of which something can be seen. */
export const seen = { pattern: text, not: blank };

/**
 * After `trimmed`, 1 to `most` code points are left. Tags at the beginning are counted, though the server does not: this is
 * stricter than the server for a name with so many of them that it becomes too long.
 */
export const name = (most: number) => ({
  pattern: `^[${unseenButTags}]*[^\\u0000${unseenButTags}](?:${any}{0,${most - 2}}[^\\u0000${edge}])?[${edge}]*$`,
  not: blank,
});

/** Nothing that can be seen counts as not sent, a mark of the byte order at the start is refused. */
export const contactName = { pattern: text, not: { type: "string", pattern: "^\\ufeff", not: blank } };

export const userId = `^[^${inId}${spaces}](?:[^${inId}]*[^${inId}${spaces}])?$`;

const between = `[${spaces}\\-.()]*`;
const digits = `${between}(?:\\+${between})?[1-9](?:${between}[0-9]){6,14}${between}`;
export const phone = `^${digits}$`;

const local = `[^\\u0000${spaces}@<>,;]`;
export const emailOrEmpty = `^(?:${local}+@${local}+\\.[^\\u0000${spaces}@<>,;.]+)?$`;

export const phoneOrEmpty = `^(?:${digits})?$`;

const bare = (expression: RegExp) => expression.source.replace(/^\^|\$$/g, "");

/** A real date, a time and an offset; of leap seconds those that are written in UTC. */
export const time = `^(?:${bare(z.core.regexes.datetime({ offset: true }))}|${bare(z.core.regexes.date)}T23:59:60(?:\\.\\d+)?(?:Z|[+-]00:00))$`;

/** What a number may be. JSON carries whole ones beyond it as others than were meant. */
export const numberRange = { minimum: -greatest, maximum: greatest } as const;

/** What the name of a field or property may be, besides its length. */
export const fieldName = { pattern: text, not: { const: "__proto__" } };
