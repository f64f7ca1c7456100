/** Deeper than anything that an API documents. */
const maxDepth = 24;

/** A copy that the database can store: without NUL and lone surrogates, and not nested too deep. */
export function storable(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return storableText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxDepth) return null;
  if (Array.isArray(value)) return value.map((one) => storable(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (key === "__proto__" ? [] : [[storableText(key), storable(inner, depth + 1)]])),
  );
}

export const storableText = (text: string): string => text.replaceAll("\0", "").toWellFormed();

const maxInt = 2 ** 31;

/** The nearest whole number that a column of them can store. */
export const storableInt = (number: number): number => Math.trunc(Math.min(Math.max(number, -maxInt), maxInt - 1));
