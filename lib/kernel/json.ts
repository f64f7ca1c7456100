import { clip, maxNameLength } from "./text";

/** The maximum nesting of a body, counting the body itself. */
export const maxDepth = 8;
/** Larger integers lose digits in JSON. */
export const maxSafeNumber = Number.MAX_SAFE_INTEGER;

const isInvalidText = (text: string) => text.includes("\0") || !text.isWellFormed();

// Only a long exponent, or a long run of zeros, makes a number so small that it becomes zero.
const maybeTiny = /[eE]-0*\d{3}|0{200}/;
// The last quotation mark may be missing: else a text that never ends would be read again from each mark in it.
const token = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g;
const becomesZero = (written: string) => written[0] !== '"' && Number(written) === 0 && /^[^eE]*[1-9]/.test(written);
const tooLarge = "1e300";

/** JSON.parse, except that a number too small for a double becomes one that `problemIn` rejects, instead of zero. @throws SyntaxError */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!maybeTiny.test(text)) return value;
  const normalised = text.replace(token, (written) => (becomesZero(written) ? tooLarge : written));
  return normalised === text ? value : JSON.parse(normalised);
}

/** Why a value of `parseJson` cannot be stored exactly as it was sent (contract §1), with its path; undefined when it can. */
export const problemIn = (value: unknown): string | undefined => walk(value, "", 1);

function walk(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === "string" && isInvalidText(value)) return `${path || "The body"} must be valid Unicode without NUL characters.`;
  if (typeof value === "number") return problemInNumber(value, path);
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > maxDepth) return `The body must be nested at most ${maxDepth} deep.`;
  for (const [key, inner] of Object.entries(value)) {
    const name = clip(key, maxNameLength);
    const here = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    if (isInvalidText(key)) return `The names in ${path || "the body"} must be valid Unicode without NUL characters.`;
    if (key === "__proto__") return `${path || "The body"} must not have an entry named __proto__.`;
    const problem = walk(inner, here, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

/** Rejects every notation of a number that JSON changes: 9007199254740993, 12345678901234567890.0 and 1e21. */
function problemInNumber(value: number, path: string): string | undefined {
  if (!Number.isFinite(value)) return `${path} must be a finite number.`;
  return Math.abs(value) > maxSafeNumber ? `${path} is a number that JSON cannot carry exactly; send it as a string.` : undefined;
}

/** Sorts keys, so that values that differ only in the order of their keys are written alike. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}
