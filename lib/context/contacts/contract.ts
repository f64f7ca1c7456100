import { z } from "zod";
import { ReadEvent } from "@/lib/context/events/contract";
import { AttributeMap, emptyListAsMap, inMap, mustBeMap, PropertyKey, PropertyValue } from "@/lib/kernel/attributes";
import { BatchQuery, batchOf, batchRefusals, batchStatuses, DryRunQuery, maxBatchBytes, resultsOf } from "@/lib/kernel/batch";
import { contract, Email, mustBe, Text, Time } from "@/lib/kernel/contract";
import type { Refusal } from "@/lib/kernel/errors";
import * as patterns from "@/lib/kernel/patterns";
import { isBlank } from "@/lib/kernel/visible";
import { Phone, UserId } from "@/lib/people/shared/identity";
import { maxPhoneText } from "@/lib/people/shared/phone";

/** `null` and the empty string both clear a field. */
const cleared = z.union([z.null(), z.literal("")]).transform(() => null);
const orCleared = <S extends z.ZodType>(schema: S) =>
  z.unknown().transform((value, context): z.output<S> | null => {
    if (cleared.safeParse(value).success) return null;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const { message, refusal } of parsed.error.issues as (z.core.$ZodIssue & { refusal?: Refusal })[])
      context.addIssue({ code: "custom", message, refusal, input: value });
    return z.NEVER;
  });

// Stored as sent; a name without visible characters counts as not sent.
const ContactName = Text(1, 200)
  .refine((name) => isBlank(name) || !name.startsWith("\ufeff"), { error: "must not begin with U+FEFF, the mark of the byte order." })
  .transform((name) => (isBlank(name) ? undefined : name));

const AttributeChange = z.union([...inMap, z.null()], {
  error: mustBe("a string, a number, a boolean, or null to remove it"),
});
/** How many attributes a contact may have after a merge. */
export const maxAttributes = 100;

const Attributes = emptyListAsMap(
  z.record(PropertyKey, AttributeChange.pipe(z.union([PropertyValue, z.null()])), {
    error: mustBeMap("an object of attributes; to remove one, set it to null"),
  }),
);

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
        maxLength: maxPhoneText,
        pattern: patterns.phoneOrEmpty,
        example: "+44 7911 123456",
        description: "As PhoneNumber; null or an empty string clears it.",
      }),
    attributes: Attributes.optional().meta({
      maxProperties: maxAttributes,
      description: `Merged key by key, ${maxAttributes} at most after the merge; a key set to null is removed.`,
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

const params = z.object({ userId: UserId });
const linkedChats = z.int().meta({ description: "How many chats are linked to the contact, open or closed.", example: 1 });

export const putContact = contract({
  method: "PUT",
  path: "/api/v1/contacts/{userId}",
  summary: "Create or update a contact",
  description:
    "Only the fields that are sent change. An attribute set to null is removed. Where nothing changes, updatedAt stays and no webhook is sent.",
  access: "key",
  isPublished: true,
  params,
  query: DryRunQuery,
  body: ContactInput,
  status: 200,
  output: z
    .object({
      contact: Contact,
      linkedChats,
      created: z.boolean(),
      changed: z.array(z.string()).meta({
        description: "What is other than before; of a new contact all that it has. Empty: the contact is as it was.",
        example: ["email", "attributes.plan"],
      }),
    })
    .meta({ id: "SavedContact" }),
  errors: ["invalid_user_id"],
});

export const ContactItem = ContactInput.extend({ userId: UserId }).meta({
  id: "ContactItem",
  description: "A contact of a batch: only the fields that are sent change.",
  example: { userId: "user_8841", ...(ContactInput.meta()?.["example"] as object) },
});
export type ContactItem = z.output<typeof ContactItem>;

const ContactResults = resultsOf(putContact.output, { status: 200, id: "ContactResults", item: "SavedContactItem" });

export const putContacts = contract({
  method: "POST",
  path: "/api/v1/contacts/batch",
  summary: "Create or update up to 100 contacts",
  description:
    "Each is answered as a PUT of it alone would be, in the order in which they were sent. Those of one contact take effect in that order, and one that is refused stops no other. Batches count by their items, 3,000 a minute, and not as calls. An item needs no key: sent again, it leaves the same contact.",
  access: "key",
  isPublished: true,
  query: BatchQuery.extend(DryRunQuery.shape),
  body: batchOf(ContactItem, "ContactBatch"),
  item: ContactItem,
  maxBodyBytes: maxBatchBytes,
  status: 200,
  output: ContactResults,
  others: batchStatuses(ContactResults),
  refusals: batchRefusals,
});

export const getContact = contract({
  method: "GET",
  path: "/api/v1/contacts/{userId}",
  summary: "Read a contact and its latest 20 events",
  description: "Events are ordered by the time when they happened, newest first.",
  access: "key",
  isPublished: true,
  params,
  status: 200,
  output: z.object({ contact: Contact, linkedChats, events: z.array(ReadEvent) }).meta({ id: "ContactWithEvents" }),
  errors: ["invalid_user_id", "customer_not_found"],
});

export const deleteContact = contract({
  method: "DELETE",
  path: "/api/v1/contacts/{userId}",
  summary: "Remove a contact and its events",
  description: "Chats and messages stay. A card keeps its place in the chat, but not its content.",
  access: "key",
  isPublished: true,
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
