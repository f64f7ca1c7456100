import type { KeyboardEvent } from "react";

/** What a sign at the beginning of a word asks for: "/" a saved reply, "@" a member. `start` is that of the sign, `end` the caret. */
export type Trigger = { sign: "/" | "@"; query: string; start: number; end: number };

/** The list takes its keys from the field; `true` when it used one. */
export type SuggestionKeys = { onKeyDown: (event: KeyboardEvent) => boolean };

/** A longer one is a sentence, and no search. */
const maxQuery = 40;
// A word may follow the first one: titles have several. A second sign is a path or a date.
const patterns = {
  "/": /(?:^|\s)\/((?:[^\s/][^\n/]*)?)$/u,
  "@": /(?:^|\s)@((?:[^\s@][^\n@]*)?)$/u,
} as const;

/** The sign that the text before the caret ends with, and what was typed behind it. */
export function triggerAt(text: string, caret: number, signs: readonly Trigger["sign"][]): Trigger | null {
  const before = text.slice(Math.max(0, caret - maxQuery - 2), caret);
  for (const sign of signs) {
    const query = patterns[sign].exec(before)?.[1];
    if (query !== undefined && query.length <= maxQuery) return { sign, query, start: caret - query.length - 1, end: caret };
  }
  return null;
}
