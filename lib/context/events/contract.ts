import { z } from "zod";
import { AttributeMap, emptyListAsMap, mustBeMap, PropertyKey, PropertyValue } from "@/lib/kernel/attributes";
import { BatchQuery, batchOf, batchRefusals, batchStatuses, DryRunQuery, maxBatchBytes, resultsOf } from "@/lib/kernel/batch";
import { contract, mustBe, Time, Uuid, WireTime } from "@/lib/kernel/contract";
import { IdempotencyKey, idempotencyHeaders } from "@/lib/kernel/idempotency";
import * as patterns from "@/lib/kernel/patterns";
import { clip, codePoints, kindOf } from "@/lib/kernel/text";
import { SentTime } from "@/lib/kernel/time";
import { trimmed, withoutHidden } from "@/lib/kernel/visible";
import { Phone, UserId } from "@/lib/people/shared/identity";
import { levels } from "./shared/level";
import { problemWords } from "./shared/level-words";

export const Level = z.enum(levels);

const EventName = z
  .string({ error: mustBe("a string of 1 to 120 characters") })
  .transform(trimmed)
  .refine((name) => name !== "", { error: "must not be empty: send the event's name, such as “Payment failed”." })
  .refine((name) => codePoints(name) <= 120, {
    error: (issue) => `must have at most 120 characters; you sent ${codePoints(String(issue.input))}.`,
  })
  .meta({ id: "EventName", minLength: 1, ...patterns.name(120), description: "At most 120 characters.", example: "Payment failed" });

/** The property that names the matter, as people see it: `2041 ` is `2041`. */
const withReference = <P extends Record<string, unknown>>(properties: P): P =>
  typeof properties["reference"] === "string" ? { ...properties, reference: withoutHidden(properties["reference"]).trim() } : properties;

const Properties = emptyListAsMap(
  z
    .record(PropertyKey, PropertyValue, { error: mustBeMap("an object of at most 20 properties") })
    .refine((properties) => Object.keys(properties).length <= 20, {
      error: (issue) => `must have at most 20 entries; you sent ${Object.keys(issue.input as object).length}.`,
    })
    .transform(withReference),
);

const OccurredAt = SentTime.meta({
  format: "date-time",
  pattern: patterns.time,
  not: { pattern: "^000[01]" },
  description:
    "When it happened, in a form of ISO 8601 with an offset; not in the future. A leap second is taken as the second before. The time of the request when left out.",
});

const LevelInput = z.enum(levels, {
  error: (issue) =>
    `must be "problem" or "info"; you sent ${typeof issue.input === "string" ? JSON.stringify(clip(issue.input, 100)) : kindOf(issue.input)}.`,
});

const fields = {
  level: LevelInput.optional().meta({
    description: `Decided from the name when left out. These words make a problem, and so do those of German, Spanish and Portuguese: ${problemWords.en.join(", ")}. Not so where the name says that nothing of it happened (“no failed payments”, “failed: false”) or that it was solved (“Dispute won”).`,
  }),
  occurredAt: OccurredAt.optional(),
  properties: Properties.optional().meta({
    maxProperties: 20,
    description:
      "At most 20; amount and reference get rows of their own on the card. An info event closes the problems with its reference that happened before it.",
    id: "EventProperties",
    example: { amount: "59.90 EUR", reference: "INV-2041" },
  }),
};

export const EventInput = z
  .object({ event: EventName, userId: UserId.optional(), phone: Phone.optional(), ...fields })
  .refine((input) => input.userId !== undefined || input.phone !== undefined, { error: "Send a userId, a phone, or both." })
  .meta({
    id: "EventInput",
    description: "Something that happened. A userId, a phone, or both say to whom.",
    ...patterns.atLeastOne("userId", "phone"),
    example: {
      event: "Payment failed",
      userId: "user_8841",
      properties: { amount: "59.90 EUR", reference: "INV-2041" },
    },
  });
export type EventInput = z.output<typeof EventInput>;

/** The event in the reply to an action call (contract §5), which belongs to the person of the chat. The caller maps `name` to `event`. */
export const ReplyEvent = z.object({ event: EventName, ...fields });

/** The event in a result reported later. Its sender gets the error, so the message names the field that was sent: `event` or `name`. */
export const ResultEvent = z
  .object({ event: EventName.optional(), name: EventName.optional(), ...fields })
  .meta({
    id: "ActionResultEvent",
    ...patterns.atLeastOne("event", "name"),
    example: { name: "Refund issued", properties: { amount: "59.90 EUR" } },
  })
  .transform(({ event, name, ...rest }, context) => {
    const named = event ?? name;
    if (named !== undefined) return { ...rest, event: named };
    context.addIssue({ code: "custom", message: "must have a name: send it as event or as name.", input: {} });
    return z.NEVER;
  });

export const RecordedEvent = z
  .object({
    id: Uuid,
    event: z.string().meta({ example: "Payment failed" }),
    level: Level,
    occurredAt: Time,
    postedToConversations: z.int().meta({ description: "How many active chats received a card.", example: 1 }),
  })
  .meta({ id: "RecordedEvent" });
export type RecordedEvent = z.output<typeof RecordedEvent>;

const chatIdMeta = { description: "The conversationId of action calls." };

/** What an event would do: `?dryRun=true`. */
export const DryRun = z
  .object({
    event: z.string().meta({ example: "Card declined" }),
    level: Level,
    levelReason: z
      .object({
        by: z.enum(["level", "word", "no_word"]).meta({
          description:
            "level: you sent it. word: the name has a word of a problem. no_word: it has none, or says that it was avoided or solved.",
          example: "word",
        }),
        word: z.string().nullable().meta({ description: "The word, in lower case.", example: "declined" }),
        cancelled: z
          .object({ word: z.string().meta({ example: "failed" }), by: z.string().meta({ example: "no" }) })
          .optional()
          .meta({ id: "CancelledWord", description: "With no_word: a word of a problem, and the word that says that there is none." }),
      })
      .meta({ id: "LevelReason" }),
    occurredAt: Time,
    createsContact: z.boolean().meta({ description: "No contact has the userId yet.", example: false }),
    postedToConversations: z.int().meta({ description: "How many active chats would receive a card.", example: 1 }),
    wouldPostTo: z
      .array(z.object({ conversationId: Uuid.meta(chatIdMeta), lastMessageAt: Time }).meta({ id: "ChatWithCard" }))
      .meta({ description: "These chats, at most 100, those with the newest message first." }),
    wouldNotPostTo: z
      .array(
        z
          .object({
            conversationId: Uuid.meta(chatIdMeta),
            lastMessageAt: Time,
            reason: z.enum(["closed", "inactive", "other_contact", "too_many"]).meta({
              description:
                "closed: the chat is closed. inactive: its last message is more than 24 hours old. other_contact: the person with the phone is linked to another contact. too_many: cards of too many chats wait already.",
              example: "inactive",
            }),
          })
          .meta({ id: "ChatWithoutCard" }),
      )
      .meta({ description: "The other chats of the person, and those of the phone, at most 100 with those above." }),
  })
  .meta({ id: "DryRun", description: "What the event would do. Nothing was stored." });
export type DryRun = z.output<typeof DryRun>;

export const recordEvent = contract({
  method: "POST",
  path: "/api/v1/events",
  summary: "Record something that happened to a contact",
  description: "Saved on the contact's timeline, and posted as a card into every chat with them that was active in the last 24 hours.",
  access: "key",
  isPublished: true,
  ...idempotencyHeaders,
  query: DryRunQuery,
  body: EventInput,
  status: 201,
  output: RecordedEvent,
  others: [{ status: 200, when: "With dryRun=true: what the event would do. Nothing was stored.", output: DryRun }],
  errors: ["invalid_user_id", "customer_not_found", "idempotency_conflict"],
  refusals: {
    customer_not_found: {
      when: "Only a phone was sent, and nobody with it has chatted yet.",
      message: "Nobody with this phone has chatted yet. Send a userId as well, and the event is kept for when they do.",
    },
  },
});

const itemExample = {
  event: "Payment failed",
  userId: "user_8841",
  properties: { amount: "59.90 EUR", reference: "INV-2041" },
  idempotencyKey: "charge-19-failed",
};

const EventItem = EventInput.safeExtend({
  idempotencyKey: IdempotencyKey.optional().meta({
    description: "As the header of a call: the same key and event give the first answer again.",
    example: itemExample.idempotencyKey,
  }),
}).meta({
  id: "EventItem",
  description: "An event of a batch.",
  ...patterns.atLeastOne("userId", "phone"),
  example: itemExample,
});
export type EventItem = z.output<typeof EventItem>;

const EventResults = resultsOf(
  RecordedEvent.extend({
    replayed: z.literal(true).optional().meta({ description: "It was recorded before, by an earlier call with the same key." }),
  }),
  { status: 201, id: "EventResults", item: "SavedEvent", rehearsed: { item: DryRun, id: "DryRunOfItem" } },
);

export const recordEvents = contract({
  method: "POST",
  path: "/api/v1/events/batch",
  summary: "Record up to 100 events",
  description:
    "Each is answered as a call with it alone would be, in the order in which they were sent, and takes effect in that order. One that is refused stops no other. Batches count by their items, 3,000 a minute, and not as calls.",
  access: "key",
  isPublished: true,
  query: BatchQuery.extend(DryRunQuery.shape),
  body: batchOf(EventItem, "EventBatch"),
  item: EventItem,
  maxBodyBytes: maxBatchBytes,
  status: 200,
  output: EventResults,
  others: batchStatuses(EventResults),
  refusals: batchRefusals,
});

const closedByExample = {
  kind: "event",
  id: "0198f3b2-1a5d-7c41-8e0f-6b9d2c7a4f35",
  event: "Payment received",
  occurredAt: "2026-03-01T10:55:00.000Z",
};

/** What closed a problem: a later event with the same reference, or an agent who pressed "Handled". */
export const ClosedBy = z
  .discriminatedUnion("kind", [
    z
      .object({
        kind: z.literal("event"),
        id: Uuid,
        event: z.string().meta({ example: "Payment received" }),
        occurredAt: WireTime,
      })
      .meta({ id: "ClosedByEvent" }),
    z.object({ kind: z.literal("agent"), name: z.string().meta({ example: "Mia Tanaka" }) }).meta({ id: "ClosedByAgent" }),
  ])
  .meta({ id: "ClosedBy", example: closedByExample });
export type ClosedBy = z.output<typeof ClosedBy>;

export const ReadEvent = z
  .object({
    id: Uuid,
    event: z.string().meta({ example: "Payment failed" }),
    level: Level,
    properties: AttributeMap.meta({ example: { amount: "59.90 EUR", reference: "INV-2041" } }),
    occurredAt: WireTime,
    receivedAt: WireTime,
    closedAt: WireTime.nullable().meta({
      description: "When a problem was closed; null while it is open, and for other events.",
      example: closedByExample.occurredAt,
    }),
    closedBy: ClosedBy.nullable().meta({
      description: "A later info event with the same reference, or an agent; null while a problem is open, and for other events.",
      example: closedByExample,
    }),
  })
  .meta({ id: "Event" });
export type ReadEvent = z.output<typeof ReadEvent>;
