export type Level = "problem" | "info";

const forms = (stem: string, endings: string) => endings.split(" ").map((ending) => stem + ending);

const problems = new Set([
  "fail",
  ...forms("fail", "s ed ing ings ure ures"),
  ...forms("declin", "e es ed ing ings ation ations"),
  ...forms("reject", "s ed ing ings ion ions"),
  "reject",
  ..."refused denied error errors bounced blocked overdue disputed dispute chargeback fraud unpaid".split(" "),
]);
const solved = new Set("resolved recovered reinstated cleared won fixed unblocked succeeded no without".split(" "));

// A run of capitals is one word ("HTTP" in "HTTPError"), otherwise a capital begins one; marks stay with their letter.
const word = /\p{Lu}\p{M}*(?:\p{Lu}\p{M}*)+(?!\p{Ll})|\p{Lu}?\p{M}*(?:[\p{Ll}\p{Lt}\p{Lm}\p{Lo}]\p{M}*)+|\p{Lu}\p{M}*/gu;

/** Splits a name into lower-case words, at case changes and at everything that is not a letter. */
export const wordsOf = (name: string): string[] => (name.normalize("NFC").match(word) ?? []).map((found) => found.toLowerCase());

/** The level of an event that came without one (contract §3). */
export function levelOf(name: string): Level {
  const words = wordsOf(name);
  return words.some((found) => problems.has(found)) && !words.some((found) => solved.has(found)) ? "problem" : "info";
}
