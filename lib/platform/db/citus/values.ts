import { z } from "zod";

/** A parameter as PostgreSQL writes it. */
export function literalOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value)) return `{${value.map(itemOf).join(",")}}`;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

function itemOf(value: unknown): string {
  const text = literalOf(value);
  return text === null ? "NULL" : `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

type Convert = (value: unknown) => unknown;
const converters = new WeakMap<z.ZodType, [string, Convert][]>();

/** A row that came as JSON, with the types that the driver would have given its columns. */
export function revived<T>(schema: z.ZodType<T>, row: unknown): T {
  let known = converters.get(schema);
  if (!known) {
    known = convertersOf(schema);
    converters.set(schema, known);
  }
  if (known.length === 0) return row as T;
  const result = { ...(row as Record<string, unknown>) };
  for (const [name, convert] of known) if (result[name] !== null && result[name] !== undefined) result[name] = convert(result[name]);
  return result as T;
}

function convertersOf(schema: z.ZodType): [string, Convert][] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => convertersOf(option as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, field]): [string, Convert][] => {
    const convert = converterOf(field as z.ZodType);
    return convert ? [[name, convert]] : [];
  });
}

function converterOf(field: z.ZodType): Convert | undefined {
  if (field instanceof z.ZodNullable || field instanceof z.ZodOptional) return converterOf(field.unwrap() as z.ZodType);
  if (field instanceof z.ZodDate) return (value) => (value instanceof Date ? value : new Date(String(value)));
  if (field instanceof z.ZodBigInt) return (value) => BigInt(String(value));
  return undefined;
}
