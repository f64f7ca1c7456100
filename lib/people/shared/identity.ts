import { z } from "zod";
import { mustBe } from "@/lib/kernel/contract";
import * as patterns from "@/lib/kernel/patterns";
import { codePoints } from "@/lib/kernel/text";
import { parsePhone } from "./phone";

const controlOrEdge = /\p{Cc}|^\s|\s$/u;

/** The customer's own id of a person: in a path and in a body the same rules (contract §2). */
export const UserId = z
  .string({ error: mustBe("a string of 1 to 255 characters") })
  .refine((id) => id !== "", { error: "must not be empty." })
  .refine((id) => codePoints(id) <= 255, {
    error: (issue) => `must have at most 255 characters; you sent ${codePoints(String(issue.input))}.`,
  })
  .refine((id) => !controlOrEdge.test(id), { error: "must not hold control characters, or begin or end with white space." })
  .refine((id) => id !== "." && id !== "..", { error: "must not be . or .., which stand for folders in an address." })
  .meta({
    id: "UserId",
    description: "Your own id of the person.",
    minLength: 1,
    maxLength: 255,
    pattern: patterns.userId,
    not: { enum: [".", ".."] },
    example: "user_8841",
  });

/** A phone as people write it; digits only afterwards. */
export const Phone = z
  .string({ error: mustBe("a string with 7 to 15 digits, the country code first") })
  .transform((text, context) => {
    const phone = parsePhone(text);
    if (phone.ok) return phone.digits;
    context.addIssue({ code: "custom", message: phone.reason, input: text });
    return z.NEVER;
  })
  .meta({
    id: "PhoneNumber",
    description: "7 to 15 digits with the country code; a leading +, spaces, -, ., ( and ) are dropped.",
    pattern: patterns.phone,
    example: "+44 7911 123456",
  });
