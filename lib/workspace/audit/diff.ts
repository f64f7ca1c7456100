import type { Details, Value } from "./contract";

type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ, from → to; undefined when none does. A value that is not plain is written as JSON. */
export function diff(before: Fields, after: Fields): Details | undefined {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changes = fields.flatMap((field) => {
    const [from, to] = [plain(before[field]), plain(after[field])];
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[field, { from, to }] as const];
  });
  return changes.length > 0 ? Object.fromEntries(changes) : undefined;
}

const isPlain = (value: unknown): value is string | number | boolean => ["string", "number", "boolean"].includes(typeof value);

function plain(value: unknown): Value {
  if (value === undefined || value === null) return null;
  if (isPlain(value)) return value;
  return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : JSON.stringify(value);
}
