/** Whether an event needs attention at once (contract §3). */
export const levels = ["problem", "info"] as const;
export type Level = (typeof levels)[number];

const forms = (stem: string, endings: string) => endings.split(" ").map((ending) => stem + ending);

const problems = new Set([
  ...forms("fail", " s ed ing ings ure ures"),
  ...forms("declin", "e es ed ing ings ation ations"),
  ...forms("reject", " s ed ing ings ion ions"),
  ..."refused denied error errors bounced blocked overdue disputed dispute chargeback fraud unpaid".split(" "),
]);
const solved = new Set("resolved recovered reinstated cleared won fixed unblocked succeeded".split(" "));
const negations = new Set("no not never without".split(" "));

const upper = String.raw`\p{Lu}\p{M}*`;
const lower = String.raw`[\p{Ll}\p{Lt}\p{Lm}\p{Lo}]\p{M}*`;
// A run of capitals is one word ("HTTP" in "HTTPError"), otherwise a capital begins a word; combining marks stay with their letter.
// An apostrophe between letters belongs to its word: "won't" is not "won".
const word = new RegExp(
  `${upper}(?:['’]?${upper})+(?:['’](?:\\p{Ll}\\p{M}*)+)?(?!\\p{Ll})|(?:${upper}['’]?)?${lower}(?:['’]?${lower})*|${upper}`,
  "gu",
);

/** Splits a name into lower-case words, at case changes and at everything that is neither a letter nor an apostrophe between letters. */
export const wordsIn = (name: string): string[] => (name.normalize("NFC").match(word) ?? []).map((found) => found.toLowerCase());

/** "no errors", "without a failure": a negation cancels the problem word after it, with at most one other word between. */
const isNegated = (words: readonly string[], at: number) => words.slice(Math.max(0, at - 2), at).some((before) => negations.has(before));

/** The word that makes a name that of a problem, in lower case; null for every other name. */
export function problemWordOf(name: string): string | null {
  const words = wordsIn(name);
  if (words.some((found) => solved.has(found))) return null;
  return words.find((found, at) => problems.has(found) && !isNegated(words, at)) ?? null;
}

/** What a name says about the level. */
export function reasonOfName(name: string): { by: "word" | "no_word"; word: string | null } {
  const word = problemWordOf(name);
  return { by: word === null ? "no_word" : "word", word };
}

/** The level of an event that was sent without one (contract §3). */
export const levelOf = (name: string): Level => (problemWordOf(name) === null ? "info" : "problem");
