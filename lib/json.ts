import { clip, longestName } from "./text";

const deepest = 8;
const loneOrNul = (text: string) => text.includes("\0") || !text.isWellFormed();

/**
 * Why a parsed value cannot be kept exactly as it was sent (contract §1), naming the place; nothing when it can.
 * `source` is the text it was parsed from: a number may have lost digits on the way.
 */
export function flawOf(value: unknown, source: string): string | undefined {
  const wholes: Whole[] = [];
  const flaw = walk(value, wholes, "", 1);
  if (flaw || wholes.length === 0) return flaw;
  // 1e300 is what JSON says it is; 9007199254740993 is not. Only the text can tell them apart.
  const bare = source.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const written = new Set((bare.match(/(?<![\d.eE+])-?\d{16,}(?![\d.eE])/g) ?? []).map(Number));
  const lost = wholes.find(({ number }) => written.has(number));
  return lost && `${lost.place} is an integer that JSON cannot carry exactly; send it as a string.`;
}

/** A whole number beyond 2^53, and where it stands. */
type Whole = { place: string; number: number };

function walk(value: unknown, wholes: Whole[], place: string, depth: number): string | undefined {
  if (typeof value === "string" && loneOrNul(value)) return `${place || "The body"} must be valid Unicode without NUL characters.`;
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return `${place} must be a finite number.`;
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) wholes.push({ place, number: value });
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > deepest) return `The body must be nested at most ${deepest} deep.`;
  for (const [key, inner] of Object.entries(value)) {
    const name = clip(key, longestName);
    const here = Array.isArray(value) ? `${place}[${name}]` : place ? `${place}.${name}` : name;
    if (loneOrNul(key)) return `The names in ${place || "the body"} must be valid Unicode without NUL characters.`;
    if (key === "__proto__") return `${place || "The body"} must not have an entry named __proto__.`;
    const flaw = walk(inner, wholes, here, depth + 1);
    if (flaw) return flaw;
  }
  return undefined;
}
