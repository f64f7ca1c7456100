import { z } from "zod";
import { mustBe } from "./contract";
import { refusal } from "./errors";
import * as patterns from "./patterns";
import { issueOf } from "./refused";
import { codePoints } from "./text";

/** The allowed types of an attribute or property value. */
export const inMap = [
  z.string().meta({ maxLength: 1000, pattern: patterns.text }),
  z.number().meta(patterns.numberRange),
  z.boolean(),
] as const;

export const PropertyValue = z.union(inMap, { error: mustBe("a string, a number or a boolean") }).superRefine((value, context) => {
  if (typeof value === "string" && codePoints(value) > 1000) {
    const length = codePoints(value);
    const message = `must have at most 1,000 characters; you sent ${length}.`;
    context.addIssue({ ...issueOf(refusal("tooLong", { max: 1000, length }), value), message });
  }
});

export const PropertyKey = z
  .string()
  .refine((key) => codePoints(key) >= 1 && codePoints(key) <= 64)
  .meta({ minLength: 1, maxLength: 64, ...patterns.fieldName });

/** The error message for something that is not a map, or for an invalid name in it. */
export const mustBeMap = (what: string) => (issue: { code?: string; input?: unknown }) =>
  issue.code === "invalid_key"
    ? `must have names of 1 to 64 characters; you sent one of ${codePoints(String(issue.input))}.`
    : mustBe(what)(issue);

const kinds = { type: ["string" as const, "number" as const, "boolean" as const] };

/** An empty list counts as an empty map: PHP writes an empty array of names and values so. */
export const emptyListAsMap = <S extends z.ZodType>(map: S) =>
  z.preprocess((value) => (Array.isArray(value) && value.length === 0 ? {} : value), map);

/** Names and values that were validated on input. */
export const AttributeMap = z
  .custom<Record<string, string | number | boolean>>((value) => typeof value === "object" && value !== null)
  .meta({
    id: "Attributes",
    description: "Names and values, of a contact's attributes or an event's properties.",
    type: "object",
    additionalProperties: kinds,
    example: { plan: "pro", seats: 12 },
  });
