import { type Refusal, refusal } from "./errors";

/** Lengths count Unicode code points, not UTF-16 units (contract §1). */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** What is wrong with the length of a text, to go behind its name; undefined when it has `min` to `max` code points. */
export function lengthProblem(text: string, min: number, max: number): Refusal | undefined {
  const length = codePoints(text);
  if (length < min) return min === 1 ? refusal("empty") : refusal("tooShort", { min });
  return length > max ? refusal("tooLong", { max, length }) : undefined;
}

/** How much of a sent name a message repeats, in code points. */
export const maxNameLength = 64;

/** `text`; when it is longer than `max` code points, cut to `max` with an ellipsis as the last. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  // A long text is not taken apart whole.
  const points = [...text.slice(0, 2 * max + 1)];
  return points.length <= max ? text : `${points.slice(0, max - 1).join("")}…`;
}

/** What changes the direction of the text around it, for a character class. */
export const bidiControls = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

const bidiPattern = new RegExp(`[${bidiControls}]`, "gu");

/** A name for plain text, such as a placeholder, isolated so that it cannot change the direction of the text around it. */
export const isolated = (name: string): string => `\u2068${name.replace(bidiPattern, "")}\u2069`;

/** The name of a value's type in a message: "an array", "a number", "null". */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/**
 * A text without the characters at its end that are of `kind`, an expression for one. An expression that ends in `$` would begin anew at each of a
 * long run of them within the text, which takes a time that grows with its square.
 */
export function trimEndOf(text: string, kind: RegExp): string {
  let end = text.length;
  while (end > 0 && kind.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
