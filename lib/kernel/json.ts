import { clip, longestName } from "./text";

/** How deep a body may be nested, itself included. */
export const deepest = 8;
/** Beyond it, whole numbers lose digits on the way through JSON. */
export const greatest = Number.MAX_SAFE_INTEGER;

const loneOrNul = (text: string) => text.includes("\0") || !text.isWellFormed();

// Only a long exponent, or a long run of zeros, makes a number so small that nothing is left of it.
const maybeTiny = /[eE]-0*\d{3}|0{200}/;
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;
const isLost = (written: string) => written[0] !== '"' && Number(written) === 0 && /^[^eE]*[1-9]/.test(written);
const tooGreat = "1e300";

/** What JSON.parse makes of a text, but a number that would become zero is one that `flawOf` refuses. @throws SyntaxError */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!maybeTiny.test(text)) return value;
  const kept = text.replace(token, (written) => (isLost(written) ? tooGreat : written));
  return kept === text ? value : JSON.parse(kept);
}

/** Why a value of `parseJson` cannot be kept exactly as it was sent (contract §1), naming the place; nothing when it can. */
export const flawOf = (value: unknown): string | undefined => walk(value, "", 1);

function walk(value: unknown, place: string, depth: number): string | undefined {
  if (typeof value === "string" && loneOrNul(value)) return `${place || "The body"} must be valid Unicode without NUL characters.`;
  if (typeof value === "number") return flawOfNumber(value, place);
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > deepest) return `The body must be nested at most ${deepest} deep.`;
  for (const [key, inner] of Object.entries(value)) {
    const name = clip(key, longestName);
    const here = Array.isArray(value) ? `${place}[${name}]` : place ? `${place}.${name}` : name;
    if (loneOrNul(key)) return `The names in ${place || "the body"} must be valid Unicode without NUL characters.`;
    if (key === "__proto__") return `${place || "The body"} must not have an entry named __proto__.`;
    const flaw = walk(inner, here, depth + 1);
    if (flaw) return flaw;
  }
  return undefined;
}

/** In whichever notation: 9007199254740993, 12345678901234567890.0 and 1e21 all come out as another number than was meant. */
function flawOfNumber(value: number, place: string): string | undefined {
  if (!Number.isFinite(value)) return `${place} must be a finite number.`;
  return Math.abs(value) > greatest ? `${place} is a number that JSON cannot carry exactly; send it as a string.` : undefined;
}
