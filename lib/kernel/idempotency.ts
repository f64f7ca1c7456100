import { z } from "zod";

export const IdempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/, { error: "must have 1 to 255 visible ASCII characters." });

export const keyHeader = "Idempotency-Key";

/** The headers of a call that is done once for its key. */
export const idempotencyHeaders = {
  headers: z.object({
    [keyHeader]: IdempotencyKey.optional().meta({
      description: "The same key and body give the first answer again.",
      example: "order-2041-failed",
    }),
  }),
  headersOut: z.object({
    "Idempotency-Replayed": z
      .literal("true")
      .optional()
      .meta({ description: "This is the answer of an earlier call with the same Idempotency-Key. Nothing was done again." }),
  }),
};

/** A part of the contract of each POST that makes something: its first answer is stored for a day, and given again. */
export const idempotent = <const About extends "people" | "nobody">(answerIsAbout: About) => ({ ...idempotencyHeaders, answerIsAbout });
