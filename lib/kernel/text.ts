/** Lengths count Unicode code points, not UTF-16 units (contract §1). */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** What is wrong with the length of a text, to go behind its name; undefined when it has `min` to `max` code points. */
export function lengthProblem(text: string, min: number, max: number): string | undefined {
  const length = codePoints(text);
  if (length < min) return min === 1 ? "must not be empty." : `must have at least ${min} characters.`;
  return length > max ? `must have at most ${max} characters; you sent ${length}.` : undefined;
}

/** How much of a sent name a message repeats, in code points. */
export const maxNameLength = 64;

/** `text`; when it is longer than `max` code points, cut to `max` with an ellipsis as the last. */
export function clip(text: string, max: number): string {
  if (text.length <= max) return text;
  const points = [...text];
  return points.length <= max ? text : `${points.slice(0, max - 1).join("")}…`;
}

// Character classes for regular expressions, here and in the published schema. They are spelled out because the languages of
// generated clients may support less of Unicode, or define `\s` differently.

/** What `\s` is in JavaScript, and `trim()` removes. */
export const spaces = String.raw`\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** `\p{Cc}` without NUL, which is rejected everywhere. */
export const controls = String.raw`\u0001-\u001f\u007f-\u009f`;

const bidiControls = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

/** The invisible characters up to U+FFFF. */
export const unseenBasic =
  spaces +
  controls +
  String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8`;

/** The invisible characters beyond U+FFFF: shorthand and musical controls, and the tags. */
export const unseenBeyond = { few: "\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}", tags: "\u{e0000}-\u{e0fff}" } as const;

/** The invisible characters: white space, controls, `\p{Default_Ignorable_Code_Point}` and the empty Braille pattern. */
export const unseen = unseenBasic + unseenBeyond.few + unseenBeyond.tags;

/** What is trimmed from the end of a name. Joiners and variation selectors stay, because they belong to the character before. */
export const edge = String.raw`${spaces}${controls}${bidiControls}\u200b\u2060`;

const before = new RegExp(`^[${unseen}]+`, "u");
const isEdge = new RegExp(`^[${edge}]$`, "u");
const onlyUnseen = new RegExp(`^[${unseen}]*$`, "u");
const bidiPattern = new RegExp(`[${bidiControls}]`, "gu");

/** Whether a text has no visible character. */
export const isBlank = (text: string): boolean => onlyUnseen.test(text);

/** A name without the white space, zero-width characters and bidi controls around it; empty when it has no visible character. */
export function trimmed(text: string): string {
  const withoutStart = text.replace(before, "");
  let end = withoutStart.length;
  // Not a regular expression that ends in `$`, because it would restart at every space of a long run (quadratic time).
  while (end > 0 && isEdge.test(withoutStart.charAt(end - 1))) end -= 1;
  return withoutStart.slice(0, end);
}

/** A name for plain text, such as a placeholder, isolated so that it cannot change the direction of the text around it. */
export const isolated = (name: string): string => `\u2068${name.replace(bidiPattern, "")}\u2069`;

/** The name of a value's type in a message: "an array", "a number", "null". */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
