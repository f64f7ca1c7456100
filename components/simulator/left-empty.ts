import { z } from "zod";

/** A field of a form that may stay empty. */
export const leftEmpty = <S extends z.ZodType<unknown, string>>(schema: S) =>
  z
    .string()
    .transform((text) => text.trim() || undefined)
    .pipe(schema.optional());
