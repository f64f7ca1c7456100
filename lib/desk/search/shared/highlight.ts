import type { Highlighted } from "@/lib/desk/search/contract";
import { betweenDigits } from "@/lib/people/shared/typed-phone";
import type { Query, Term } from "./query";
import { type Folded, folded } from "./text";

type Range = [from: number, to: number];

const maxSnippetLength = 160;
const beforeMatch = 40;

/** The ranges of `found` units of a folded text, in the original. */
function rangeOf({ from, to }: Folded, first: number, last: number, original: string): Range {
  const start = from[first] ?? 0;
  let end = to[last] ?? original.length;
  // An accent that follows its letter belongs to it.
  while (/^\p{M}/u.test(original.slice(end, end + 2))) end += /^[\ud800-\udbff]/.test(original.slice(end)) ? 2 : 1;
  return [start, end];
}

function* occurrences(of: string, within: string): Generator<number> {
  for (let at = within.indexOf(of); at >= 0; at = within.indexOf(of, at + of.length)) yield at;
}

/** The digits of a folded text, each number in one piece, and where each digit is. */
function compactOf(text: string): { text: string; at: number[] } {
  const between = new RegExp(betweenDigits.source, "y");
  let compact = "";
  const at: number[] = [];
  let isAfterDigit = false;
  for (let unit = 0; unit < text.length; ) {
    between.lastIndex = unit;
    const skipped = isAfterDigit ? between.exec(text)?.[0] : undefined;
    if (skipped) {
      unit += skipped.length;
      continue;
    }
    compact += text[unit];
    at.push(unit);
    isAfterDigit = /\d/.test(text[unit] ?? "");
    unit += 1;
  }
  return { text: compact, at };
}

function rangesOfTerm({ text: term, isStart }: Term, original: string, whole: Folded): Range[] {
  const found: Range[] = [];
  if (isStart) {
    for (const at of occurrences(` ${term}`, ` ${whole.text}`)) found.push(rangeOf(whole, at, at + term.length - 1, original));
    return found;
  }
  for (const at of occurrences(term, whole.text)) found.push(rangeOf(whole, at, at + term.length - 1, original));
  if (found.length > 0 || !/^\d{4,}$/.test(term)) return found;
  const compact = compactOf(whole.text);
  for (const at of occurrences(term, compact.text))
    found.push(rangeOf(whole, compact.at[at] ?? 0, compact.at[at + term.length - 1] ?? 0, original));
  return found;
}

function merged(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const [from, to] of ranges.sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Where a text has what was typed: ranges of UTF-16 units, in order, that begin and end between characters. */
export function rangesIn(text: string, { alternatives }: Query): Range[] {
  const whole = folded(text);
  return merged(alternatives.flatMap((terms) => terms.flatMap((term) => rangesOfTerm(term, text, whole))));
}

export const highlighted = (text: string, query: Query): Highlighted => ({ text, ranges: rangesIn(text, query) });

const isInPair = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text[at - 1] ?? "") && /[\udc00-\udfff]/.test(text[at] ?? "");

/** The beginning of a window that shows the first match: at a word, if there is one near. */
function windowStart(text: string, match: number): number {
  if (match <= beforeMatch || text.length <= maxSnippetLength) return 0;
  const earliest = match - beforeMatch;
  const space = text.indexOf(" ", earliest);
  const start = space >= 0 && space < match ? space + 1 : earliest;
  return isInPair(text, start) ? start + 1 : start;
}

/** One line of a text around the first match, with "…" where it was cut. */
export function snippetOf(original: string, query: Query): Highlighted {
  const text = original.replace(/\s+/gu, " ").trim();
  const ranges = rangesIn(text, query);
  const start = windowStart(text, ranges[0]?.[0] ?? 0);
  let end = Math.min(text.length, start + maxSnippetLength);
  if (isInPair(text, end)) end -= 1;
  const before = start > 0 ? "…" : "";
  const shift = before.length - start;
  return {
    text: `${before}${text.slice(start, end)}${end < text.length ? "…" : ""}`,
    ranges: ranges
      .filter(([from, to]) => from < end && to > start)
      .map(([from, to]): Range => [Math.max(from, start) + shift, Math.min(to, end) + shift]),
  };
}
