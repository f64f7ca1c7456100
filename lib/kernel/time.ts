import { z } from "zod";
import { kindOf } from "./text";

const example = "2026-03-01T10:43:00Z";
/** Longer than any time is written. */
const maxLength = 100;

const source = (expression: RegExp) => expression.source.replace(/^\^|\$$/g, "");

// Built from one list of parts, here and in the published schema, so that both read the same.
const date = source(z.regexes.date);
const clock = "(?:[01][0-9]|2[0-3]):[0-5][0-9]";
const fraction = "(?:[.,][0-9]{1,30})?";
const utc = "[Zz]|[+\\-]00(?::?00)?";
const offset = "[Zz]|[+\\-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?";
/** The name of a time zone, as Java writes one behind the offset (RFC 9557). The offset alone says which moment is meant. */
const zone = "(?:\\[[A-Za-z0-9_+\\-/=!]{1,60}\\])?";

/**
 * A real date, a time and an offset, in the forms of ISO 8601 and RFC 3339 that mean one moment: seconds and the minutes of the offset may be
 * missing. A leap second is the last one of a day in UTC.
 */
export const timePattern = `^${date}[Tt ](?:${clock}(?::[0-5][0-9]${fraction})?(?:${offset})|23:59:60${fraction}(?:${utc}))${zone}$`;

const written = new RegExp(timePattern);
const parts = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:[Zz]|([+-]\d\d)(?::?(\d\d))?)/;
const tooEarly = /^000[01]/;
/** Replaces a leap second by the second before it: neither JavaScript nor PostgreSQL can represent one. */
const leapSecond = /(:\d\d):60/;

/** The moment that a text names; undefined for any other text. Of a fraction, milliseconds count. */
function momentOf(text: string): Date | undefined {
  if (tooEarly.test(text)) return undefined;
  const before = text.replace(leapSecond, "$1:59");
  if (!written.test(before)) return undefined;
  const [, day, time, seconds = "00", rest = "", hours, minutes = "00"] = parts.exec(before) ?? [];
  const at = new Date(`${day}T${time}:${seconds}.${rest.slice(0, 3).padEnd(3, "0")}${hours === undefined ? "Z" : `${hours}:${minutes}`}`);
  const isLeap = before !== text;
  return isLeap && (at.getUTCHours() !== 23 || at.getUTCMinutes() !== 59) ? undefined : at;
}

/** What is wrong with a text that names no moment: the part that is missing, where one is. It goes behind the name of a field. */
function problemOf(text: string): string {
  // PostgreSQL and ISO 8601 write earlier years differently.
  if (tooEarly.test(text)) return "must be later than the year 1.";
  const whole = `such as ${example} or 2026-03-01T12:43:00+02:00.`;
  if (text.trim() === "") return `must be a date with a time and an offset, ${whole}`;
  if (/^\s|\s$/.test(text)) return `must be a time without white space around it, ${whole}`;
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return `must be a date with a time and an offset, not a number of seconds or milliseconds: ${whole}`;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `must be more than a date: the time and the offset are missing. Send one ${whole}`;
  if (/^\d\d:\d\d/.test(text)) return `must be more than a time: the date is missing. Send one ${whole}`;
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d(?::\d\d){1,2}(?:[.,]\d+)? \d\d:?\d\d$/.test(text))
    return "must be a time whose offset has its sign: write + as %2B in an address, because a plain + arrives as a space.";
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d(?::?\d\d){0,2}(?:[.,]\d+)?$/.test(text))
    return "must be a moment: the offset is missing. Add Z for UTC, or one such as +02:00.";
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d(?:Z|z|[+-]\d\d(?::?\d\d)?)$/.test(text)) return `must be a time with minutes, ${whole}`;
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)? *[A-Za-z]{2,}/.test(text))
    return "must be a time whose offset is a number: write Z for UTC, or one such as +02:00, not the name of a zone.";
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)? +(?:[Zz]|[+-]\d\d)/.test(text))
    return "must be a time without a space in front of its offset, such as 2026-03-01T12:43:00+02:00.";
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d(?::?\d\d){1,2}\u2212\d\d/.test(text))
    return "must be a time whose offset has a hyphen (-) as its minus: you sent another sign that looks like it.";
  if (/^\d{8}[Tt]\d{4}/.test(text)) return `must be a time with hyphens in its date and colons in its time, ${whole}`;
  if (/^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d/.test(text)) return `must be a real date with a time and an offset, ${whole}`;
  return `must be a date with a time and an offset, ${whole}`;
}

/** A moment that a caller names. It has to be bounded where the database or a list cannot take it. */
export const SentTime = z
  .string({ error: ({ input }) => `must be a string with a date, a time and an offset, such as ${example}; you sent ${kindOf(input)}.` })
  .transform((text, context): Date => {
    const at = text.length > maxLength ? undefined : momentOf(text);
    if (at) return at;
    const message = text.length > maxLength ? `must be a date with a time and an offset, such as ${example}.` : problemOf(text);
    context.addIssue({ code: "custom", message, input: text });
    return z.NEVER;
  });
