import { z } from "zod";
import { greatest } from "./json";
import { controls, edge, spaces, unseen } from "./text";

// The rules on values as the published schema says them: regular expressions with the flag `u`, without look-around, which
// not every language has. Each is the server's own rule once more, and the tests hold both together.

const any = "[^\\u0000]";
const inId = `\\u0000${controls}`;

/** Any text that is kept: without NUL. */
export const text = `^${any}*$`;

/** A text of which something can be seen. */
export const seen = `^${any}*[^\\u0000${unseen}]${any}*$`;

/** After `trimmed`, 1 to `most` code points are left. */
export const name = (most: number): string => `^[${unseen}]*[^\\u0000${unseen}](?:${any}{0,${most - 2}}[^\\u0000${edge}])?[${edge}]*$`;

/** Nothing that can be seen counts as not sent, a mark of the byte order at the start is refused. */
export const contactName = `^(?:[${unseen}]*|[^\\u0000\\ufeff]${any}*)$`;

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
