import { z } from "zod";

// What Meta sends is read field by field: one of an unexpected type counts as missing, and never loses its neighbours.

/** A text with something in it. */
export const Words = z.string().min(1).optional().catch(undefined);

/** An id or a code, which some senders write as a number. */
export const Code = z
  .union([z.string().min(1), z.number().transform(String)])
  .optional()
  .catch(undefined);

/** A number that may be written as a text. */
export const Amount = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

export const Part = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).optional().catch(undefined);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects of a list; whatever else is in it is left out. */
export const Objects = z
  .array(z.unknown())
  .catch([])
  .transform((items) => items.filter(isObject));

/** A list whose unreadable entries are left out. */
export const ListOf = <Schema extends z.ZodType>(entry: Schema) =>
  Objects.transform((items) =>
    items.flatMap((item) => {
      const parsed = entry.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
  );

/** Seconds since 1970, as text. Undefined for anything that is no time. */
export function timeOf(seconds: string | undefined): Date | undefined {
  const at = Number(seconds);
  return seconds !== undefined && Number.isSafeInteger(at) && at > 0 && at < 10 ** 11 ? new Date(at * 1000) : undefined;
}
