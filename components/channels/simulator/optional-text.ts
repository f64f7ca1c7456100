import { z } from "zod";

/** An optional form field: an empty text becomes undefined. */
export const optionalText = <S extends z.ZodType<unknown, string>>(schema: S) =>
  z
    .string()
    .transform((text) => text.trim() || undefined)
    .pipe(schema.optional());
