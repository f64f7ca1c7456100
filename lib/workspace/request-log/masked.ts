import { hasCredential } from "@/lib/kernel/credentials";
import { isObject } from "@/lib/kernel/shape";
import { codePoints } from "@/lib/kernel/text";

/** The length of a masked body or answer, in UTF-16 units, about. */
const maxStored = 2_000;
const maxDepth = 8;
const maxItems = 20;
const maxName = 40;

/** Values that name no person and say what was meant: those of the API itself. */
const plainValues: Readonly<Record<string, readonly unknown[]>> = { level: ["problem", "info"], status: ["succeeded", "failed"] };
/** What is wrong with a phone or a time is mostly its form. */
const formed = new Set(["phone", "occurredAt"]);

/** What may still be written of a body. */
type Budget = { left: number };

/**
 * A body as it is stored: its names, with the kind and the length of each value in the value's place. JSON, so that it can be filled in
 * and sent again.
 */
export const maskedJson = (body: unknown): string => JSON.stringify(masked(body, { name: "", depth: 1, budget: { left: maxStored } }));

/** The same for what is no JSON: every character but those that make the structure is an x, so that a position in it stays right. */
export const maskedText = (text: string): string => text.slice(0, maxStored).replace(/[^\s{}[\]:,"'=&]/g, "x");

type At = { name: string; depth: number; budget: Budget };

function masked(value: unknown, at: At): unknown {
  at.budget.left -= at.name.length + 16;
  if (value === null || (Object.hasOwn(plainValues, at.name) && plainValues[at.name]?.includes(value))) return value;
  if (typeof value === "string") return maskedString(value, at);
  if (typeof value !== "object") return `<${typeof value}>`;
  if (at.depth > maxDepth) return "<deeper>";
  return Array.isArray(value) ? maskedList(value, at) : maskedObject(value, at);
}

function maskedString(text: string, { name }: At): string {
  if (text === "") return text;
  if (!formed.has(name)) return `<string: ${codePoints(text)}>`;
  const form = text.slice(0, maxName).replace(/\d/g, "0");
  return `<string: ${form.replace(name === "phone" ? /[^0 ()+./-]/g : /[^0TZ+:. -]/g, "x")}>`;
}

function maskedList(list: readonly unknown[], { name, depth, budget }: At): unknown[] {
  const written: unknown[] = [];
  for (const one of list) {
    if (written.length === maxItems || budget.left <= 0) break;
    written.push(masked(one, { name, depth: depth + 1, budget }));
  }
  const left = list.length - written.length;
  return left > 0 ? [...written, `<${left} more>`] : written;
}

function maskedObject(value: object, { depth, budget }: At): object {
  const names = Object.keys(value);
  const written: [string, unknown][] = [];
  for (const name of names) {
    if (budget.left <= 0) break;
    const known = storedName(name);
    // Names that are left out stay apart: an object has each name once.
    const shown = known ?? `<name ${written.length + 1}>`;
    written.push([shown, masked(value[name as keyof typeof value], { name: known ?? "", depth: depth + 1, budget })]);
  }
  const left = names.length - written.length;
  return Object.fromEntries(left > 0 ? [...written, ["<more>", left]] : written);
}

/**
 * A name of a field as it is stored; undefined when it may be an address, a number, a secret or somebody's id, which a body can also have
 * in the place of a name.
 */
export function storedName(name: string): string | undefined {
  const isWord = name.length <= maxName && /^[a-z][a-z_-]*\d{0,2}$/i.test(name);
  return isWord && !hasCredential(name) ? name : undefined;
}

/** The answer to a batch: which items were refused, each with its error. `clean` is what becomes of a message. */
export function maskedResults(text: string, clean: (message: string) => string): string | null {
  const answer: unknown = JSON.parse(text);
  if (!isObject(answer) || !Array.isArray(answer["results"])) return null;
  const budget = { left: maxStored };
  const results: unknown[] = [];
  for (const one of answer["results"] as Record<string, unknown>[]) {
    if (budget.left <= 0) break;
    const error = one["error"] as { code: string; message: string } | undefined;
    if (!error) continue;
    const written = { index: one["index"], status: one["status"], error: { code: error.code, message: clean(error.message) } };
    budget.left -= JSON.stringify(written).length;
    results.push(written);
  }
  return JSON.stringify({ error: cleaned(answer["error"], clean), results });
}

const cleaned = (error: unknown, clean: (message: string) => string): unknown =>
  isObject(error) ? { code: error["code"], message: clean(String(error["message"])) } : undefined;
