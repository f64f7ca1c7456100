import { z } from "zod";
import { parsePhone } from "@/lib/contacts/phone";
import { contract, mustBe, Text, Time, Uuid, WireTime } from "@/lib/contract";
import * as patterns from "@/lib/patterns";
import { codePoints, isBlank } from "@/lib/text";

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

/** `null` and the empty string both clear a field. */
const cleared = z.union([z.null(), z.literal("")]).transform(() => null);
const orCleared = <S extends z.ZodType>(schema: S) =>
  z.unknown().transform((value, context): z.output<S> | null => {
    if (cleared.safeParse(value).success) return null;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) context.addIssue({ code: "custom", message: issue.message, input: value });
    return z.NEVER;
  });

// Kept as it was sent, unless nothing of it can be seen: then it was not sent at all.
const ContactName = Text(1, 200)
  .refine((name) => isBlank(name) || !name.startsWith("\ufeff"), { error: "must not begin with U+FEFF, the mark of the byte order." })
  .transform((name) => (isBlank(name) ? undefined : name));

const Email = Text(1, 254).refine((text) => /^[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;.]+$/u.test(text), {
  error: "must look like an address, such as ada@example.com.",
});

const inMap = [z.string().meta({ maxLength: 1000, pattern: patterns.text }), z.number().meta(patterns.numberRange), z.boolean()] as const;

export const PropertyValue = z.union(inMap, { error: mustBe("a string, a number or a boolean") }).superRefine((value, context) => {
  if (typeof value === "string" && codePoints(value) > 1000) {
    context.addIssue({ code: "custom", message: `must have at most 1,000 characters; you sent ${codePoints(value)}.`, input: value });
  }
});

export const PropertyKey = z
  .string()
  .refine((key) => codePoints(key) >= 1 && codePoints(key) <= 64)
  .meta({ minLength: 1, maxLength: 64, ...patterns.fieldName });

/** What to say of a map that is none, or of a name in it. */
export const mustBeMap = (what: string) => (issue: { code?: string; input?: unknown }) =>
  issue.code === "invalid_key"
    ? `must have names of 1 to 64 characters; you sent one of ${codePoints(String(issue.input))}.`
    : mustBe(what)(issue);

const AttributeChange = z.union([...inMap, z.null()], {
  error: mustBe("a string, a number, a boolean, or null to remove it"),
});
const Attributes = z.record(PropertyKey, AttributeChange.pipe(z.union([PropertyValue, z.null()])), {
  error: mustBeMap("an object of attributes; to remove one, set it to null"),
});

export const ContactInput = z
  .object({
    name: orCleared(ContactName)
      .optional()
      .meta({
        type: ["string", "null"],
        maxLength: 200,
        ...patterns.contactName,
        description: "null or an empty string clears it; one of which nothing can be seen counts as not sent.",
      }),
    email: orCleared(Email)
      .optional()
      .meta({
        type: ["string", "null"],
        maxLength: 254,
        pattern: patterns.emailOrEmpty,
        description: "Kept as sent; null or an empty string clears it.",
      }),
    phone: orCleared(Phone)
      .optional()
      .meta({
        type: ["string", "null"],
        pattern: patterns.phoneOrEmpty,
        example: "+44 7911 123456",
        description: "7 to 15 digits with the country code; null or an empty string clears it.",
      }),
    attributes: Attributes.optional().meta({
      maxProperties: 100,
      description: "Merged key by key, 100 at most after the merge; a key set to null is removed.",
      id: "AttributeChanges",
      example: { plan: "pro", trial: null },
    }),
  })
  .meta({
    id: "ContactInput",
    example: {
      name: "Ada Okafor",
      email: "ada@example.com",
      phone: "+44 7911 123456",
      attributes: { plan: "pro", seats: 12, trial: null },
    },
  });
export type ContactInput = z.output<typeof ContactInput>;

const kinds = { type: ["string" as const, "number" as const, "boolean" as const] };

/** Names and values as they were checked when they came in. */
export const AttributeMap = z
  .custom<Record<string, string | number | boolean>>((value) => typeof value === "object" && value !== null)
  .meta({
    id: "Attributes",
    description: "Names and values, of a contact's attributes or an event's properties.",
    type: "object",
    additionalProperties: kinds,
    example: { plan: "pro", seats: 12 },
  });

export const Contact = z
  .object({
    userId: z.string().meta({ example: "user_8841" }),
    name: z.string().nullable().meta({ example: "Ada Okafor" }),
    email: z.string().nullable().meta({ example: "ada@example.com" }),
    phone: z.string().nullable().meta({ description: "Digits with the country code.", example: "447911123456" }),
    attributes: AttributeMap,
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Contact" });
export type Contact = z.output<typeof Contact>;

export const EventInRead = z
  .object({
    id: Uuid,
    event: z.string().meta({ example: "Payment failed" }),
    level: z.enum(["problem", "info"]),
    properties: AttributeMap.meta({ example: { amount: "59.90 EUR", reference: "INV-2041" } }),
    occurredAt: WireTime,
    receivedAt: WireTime,
  })
  .meta({ id: "Event" });
export type EventInRead = z.output<typeof EventInRead>;

const params = z.object({ userId: UserId });
const linkedChats = z.int().meta({ description: "How many chats are linked to the contact, open or closed.", example: 1 });

export const putContact = contract({
  method: "PUT",
  path: "/api/v1/contacts/{userId}",
  summary: "Create or update a contact",
  description: "Only the fields that are sent change. An attribute set to null is removed.",
  access: "key",
  params,
  body: ContactInput,
  status: 200,
  output: z.object({ contact: Contact, linkedChats, created: z.boolean() }).meta({ id: "SavedContact" }),
  errors: ["invalid_user_id"],
});

export const getContact = contract({
  method: "GET",
  path: "/api/v1/contacts/{userId}",
  summary: "Read a contact and its latest 20 events",
  description: "Events are ordered by the time when they happened, newest first.",
  access: "key",
  params,
  status: 200,
  output: z.object({ contact: Contact, linkedChats, events: z.array(EventInRead) }).meta({ id: "ContactWithEvents" }),
  errors: ["invalid_user_id", "customer_not_found"],
});

export const deleteContact = contract({
  method: "DELETE",
  path: "/api/v1/contacts/{userId}",
  summary: "Remove a contact and its events",
  description: "Chats and messages stay. A card keeps its place in the chat, but not its content.",
  access: "key",
  params,
  status: 200,
  output: z
    .object({
      deleted: z.literal(true),
      userId: z.string().meta({ example: "user_8841" }),
      eventsDeleted: z.int().meta({ example: 12 }),
      chatsUnlinked: z.int().meta({ example: 1 }),
    })
    .meta({ id: "DeletedContact" }),
  errors: ["invalid_user_id", "customer_not_found"],
});
