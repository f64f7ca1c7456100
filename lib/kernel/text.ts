/** Lengths count Unicode code points, not UTF-16 units (contract §1). */
export const codePoints = (text: string): number => {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
};

/** How much of a name that was sent a message repeats, in code points. */
export const longestName = 64;

/** `text`, or its first `most` code points and an ellipsis. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 1).join("")}…`;
}

// Classes of characters for regular expressions, here and in the published schema. They are spelled out because other
// languages, in which clients are generated, know less of Unicode or something else by `\s`.

/** What `\s` is in JavaScript, and `trim()` removes. */
export const spaces = String.raw`\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** `\p{Cc}` without NUL, which is refused everywhere. */
export const controls = String.raw`\u0001-\u001f\u007f-\u009f`;

const bidiControls = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`;

/** Of what shows nothing by itself, the characters up to U+FFFF. */
export const unseenBasic =
  spaces +
  controls +
  String.raw`\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8`;

/** Those beyond U+FFFF: controls of shorthand and of music, and the tags. */
export const unseenBeyond = { few: "\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}", tags: "\u{e0000}-\u{e0fff}" } as const;

/** What shows nothing by itself: white space, controls, `\p{Default_Ignorable_Code_Point}` and the empty Braille pattern. */
export const unseen = unseenBasic + unseenBeyond.few + unseenBeyond.tags;

/** What is taken off the end of a name. A joiner or a variation selector there belongs to the character before it. */
export const edge = String.raw`${spaces}${controls}${bidiControls}\u200b\u2060`;

const before = new RegExp(`^[${unseen}]+`, "u");
const isEdge = new RegExp(`^[${edge}]$`, "u");
const onlyUnseen = new RegExp(`^[${unseen}]*$`, "u");
const turning = new RegExp(`[${bidiControls}]`, "gu");

/** Whether nothing of a text can be seen. */
export const isBlank = (text: string): boolean => onlyUnseen.test(text);

/** A name without the white space, zero-width characters and bidi controls around it; empty when nothing of it can be seen. */
export function trimmed(text: string): string {
  const begun = text.replace(before, "");
  let end = begun.length;
  // An expression that ends in `$` would begin anew at every space of a long run.
  while (end > 0 && isEdge.test(begun.charAt(end - 1))) end -= 1;
  return begun.slice(0, end);
}

/** A name where only plain text may stand, such as a placeholder: it cannot turn the direction of the words around it. */
export const isolated = (name: string): string => `\u2068${name.replace(turning, "")}\u2069`;

/** How a message calls what was sent: "an array", "a number", "null". */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
