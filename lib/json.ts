const deepest = 8;
const loneOrNul = (text: string) => text.includes("\0") || !text.isWellFormed();

/**
 * Why a parsed value cannot be kept exactly as it was sent (contract §1), naming the place; nothing when it can.
 * `source` is the text it was parsed from: a number may have lost digits on the way.
 */
export function flawOf(value: unknown, source: string): string | undefined {
  const flaw = walk(value, "", 1);
  if (flaw?.kind !== "number") return flaw?.message;
  // 1e300 is what JSON says it is; 9007199254740993 is not. Only the text can tell them apart.
  const bare = source.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  const integers = bare.match(/(?<![\d.eE+])-?\d{16,}(\.0+)?(?![\d.eE])/g) ?? [];
  return integers.every((text) => Number.isSafeInteger(Number(text))) ? undefined : flaw.message;
}

type Flaw = { kind: "number" | "other"; message: string };

function walk(value: unknown, place: string, depth: number): Flaw | undefined {
  const other = (message: string): Flaw => ({ kind: "other", message });
  if (typeof value === "string" && loneOrNul(value)) return other(`${place || "The body"} must be valid Unicode without NUL characters.`);
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return other(`${place} must be a finite number.`);
    if (!Number.isInteger(value) || Number.isSafeInteger(value)) return undefined;
    return { kind: "number", message: `${place} is an integer that JSON cannot carry exactly; send it as a string.` };
  }
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > deepest) return other(`The body must be nested at most ${deepest} deep.`);
  let numbers: Flaw | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const here = Array.isArray(value) ? `${place}[${key}]` : place ? `${place}.${key}` : key;
    if (loneOrNul(key)) return other(`The names in ${place || "the body"} must be valid Unicode without NUL characters.`);
    if (key === "__proto__") return other(`${place || "The body"} must not have an entry named __proto__.`);
    const flaw = walk(inner, here, depth + 1);
    if (flaw?.kind === "other") return flaw;
    numbers ??= flaw;
  }
  return numbers;
}
