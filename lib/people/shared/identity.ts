import { z } from "zod";
import { mustBe } from "@/lib/kernel/contract";
import { refusal } from "@/lib/kernel/errors";
import * as patterns from "@/lib/kernel/patterns";
import { issueOf, refused, refusedBy } from "@/lib/kernel/refused";
import { codePoints } from "@/lib/kernel/text";
import { withoutHidden } from "@/lib/kernel/visible";
import { maxPhoneText, parsePhone } from "./phone";

const controlOrEdge = /\p{Cc}|^\s|\s$/u;
const broken = new RegExp(patterns.brokenUserId);

/**
 * The customer's own id of a person: in a path and in a body the same rules (contract §2). What cannot be seen is dropped. What a broken client
 * sends for everybody would make one contact of all its customers.
 */
export const UserId = z
  .string({ error: mustBe("a string of 1 to 255 characters") })
  .refine(
    (id) => codePoints(id) <= 255,
    refusedBy((id) => refusal("tooLong", { max: 255, length: codePoints(String(id)) })),
  )
  .transform(withoutHidden)
  .refine((id) => id !== "", refused("empty"))
  .refine((id) => !controlOrEdge.test(id), refused("edges"))
  .refine((id) => id !== "." && id !== "..", refused("dots"))
  .refine((id) => !broken.test(id), refused("brokenId"))
  .meta({
    id: "UserId",
    description: "Your own id of the person.",
    minLength: 1,
    maxLength: 255,
    pattern: patterns.userId,
    not: patterns.notUserId,
    example: "user_8841",
  });

/** A phone as people write it; digits only afterwards. */
export const Phone = z
  .string({ error: mustBe("a string with 7 to 15 digits, the country code first") })
  .transform((text, context) => {
    const phone = parsePhone(text);
    if (phone.ok) return phone.digits;
    context.addIssue(issueOf(phone.reason, text));
    return z.NEVER;
  })
  .meta({
    id: "PhoneNumber",
    maxLength: maxPhoneText,
    description:
      "7 to 15 digits with the country code, in any script. A leading + or 00, spaces, hyphens, dots, /, brackets, characters that cannot be seen and a home zero in brackets are dropped; an extension, a decimal and letters are refused.",
    pattern: patterns.phone,
    example: "+44 7911 123456",
  });

export const DisplayName = z.union([z.string(), z.object({ visitor: z.string().nullable() })], {
  error: mustBe("the displayName of the person"),
});
