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

/** How a message calls what was sent: "an array", "a number", "null". */
export function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
