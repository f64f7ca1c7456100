import { z } from "zod";
import { CallDetail, CallFilter } from "@/lib/actions/calls/contract";
import { callStates } from "@/lib/chats/shared/outcomes";
import { Contact } from "@/lib/context/contacts/contract";
import { ReadEvent } from "@/lib/context/events/contract";
import { levels } from "@/lib/context/events/shared/level";
import { mustBeMap, PropertyKey } from "@/lib/kernel/attributes";
import { contract, Email, Id, Moment, Time, Uuid, WireTime } from "@/lib/kernel/contract";
import { codePoints } from "@/lib/kernel/text";
import { trimmed, withoutHidden } from "@/lib/kernel/visible";
import { Phone, UserId } from "@/lib/people/shared/identity";

const maxLimit = 200;
const timeExample = "2026-03-01T10:43:00.000Z";

const Limit = z.coerce
  .number({ error: `must be a whole number from 1 to ${maxLimit}.` })
  .refine((count) => Number.isInteger(count) && count >= 1 && count <= maxLimit, {
    error: `must be a whole number from 1 to ${maxLimit}.`,
  })
  .default(50)
  .meta({ type: "integer", minimum: 1, maximum: maxLimit, description: "How many a page has at most.", example: 100 });

const cursorExample = "WyJ2bXdPa3ZFM2hLcjBqUTZ4Il0";
/** What every list of the API takes. */
export const paging = {
  limit: Limit,
  cursor: z
    .string()
    .max(1_000, { error: "must have at most 1,000 characters." })
    .optional()
    .meta({ description: "The nextCursor of the page before, with the same filter.", example: cursorExample }),
};

/** An address can have what no stored text has, and the database refuses it. */
const Sought = (max: number) =>
  z
    .string({ error: "must be a text." })
    .refine((text) => !text.includes("\0"), { error: "must be valid Unicode without NUL characters." })
    .refine((text) => codePoints(text) <= max, { error: `must have at most ${max} characters.` });

/** What a filter that is true or false takes, and what the description says of it. */
export const Flag = z.enum(["true", "false"], { error: 'must be "true" or "false".' }).transform((text) => text === "true");
export const flag = { type: "boolean", enum: [true, false], example: true } as const;

export const nextCursor = z.string().nullable().meta({
  description: "The cursor of the next page; null at the end. A page may be short, or empty, while there are more.",
  example: null,
});

/** A page of any list: one loop reads them all. */
export const listOf = <Item extends z.ZodType>(item: Item, id: string) => z.object({ data: z.array(item), nextCursor }).meta({ id });

const from = (what: string) => Moment.optional().meta({ format: "date-time", description: `${what}, inclusive.`, example: timeExample });
const to = (what: string) => Moment.optional().meta({ format: "date-time", description: `${what}, exclusive.`, example: timeExample });

const OwnerId = UserId.optional().meta({ description: "Of one contact. One that is not known has none.", example: "user_8841" });

export const ContactsFilter = z.object({
  q: Sought(100)
    .transform((text) => text.trim())
    .optional()
    .meta({ description: "The beginning of a name, a userId or an e-mail, or the first digits of a phone.", example: "ada" }),
  email: Email.optional().meta({ description: "Contacts with this address, in any case.", example: "ada@example.com" }),
  phone: Phone.optional().meta({ description: "Contacts with this phone, as it may be written.", example: "+44 7911 123456" }),
  attributes: z
    .record(PropertyKey, Sought(1_000), { error: mustBeMap("a name and a value, such as attributes[plan]=pro") })
    .refine((wanted) => Object.keys(wanted).length <= 5, { error: "must have at most 5 names." })
    .optional()
    .meta({ description: "Contacts whose attributes have these values, compared as text.", example: { plan: "pro" } }),
  updatedSince: Moment.optional().meta({
    format: "date-time",
    description:
      "Contacts that were created or changed then or later; the last changed come first. Otherwise the newest come first. To miss no change, begin a minute before the time of your last reading: a change may be seen a moment later than its time says.",
    example: timeExample,
  }),
  hasOpenProblem: Flag.optional().meta({ ...flag, description: "Contacts with an open problem, or without one." }),
});
export type ContactsFilter = z.output<typeof ContactsFilter>;

export const listContacts = contract({
  method: "GET",
  path: "/api/v1/contacts",
  summary: "List contacts",
  description: "A contact that is written meanwhile is listed at most once.",
  access: "key",
  isPublished: true,
  query: ContactsFilter.extend(paging),
  status: 200,
  output: listOf(Contact, "ContactList"),
  errors: ["invalid_cursor"],
});

export const EventsFilter = z.object({
  level: z.enum(levels, { error: 'must be "problem" or "info".' }).optional().meta({ example: "problem" }),
  from: from("When it happened"),
  to: to("When it happened"),
  open: Flag.optional().meta({ ...flag, description: "Problems that are open, or that were closed." }),
});
export type EventsFilter = z.output<typeof EventsFilter>;

export const listEvents = contract({
  method: "GET",
  path: "/api/v1/contacts/{userId}/events",
  summary: "List the events of a contact",
  description: "Ordered by the time when they happened, newest first.",
  access: "key",
  isPublished: true,
  params: z.object({ userId: UserId }),
  query: EventsFilter.extend(paging),
  status: 200,
  output: listOf(ReadEvent, "EventList"),
  errors: ["invalid_user_id", "invalid_cursor", "customer_not_found"],
});

const Problem = z
  .object({
    id: Uuid,
    event: z.string().meta({ example: "Payment failed" }),
    reference: z.string().nullable().meta({ example: "INV-2041" }),
    count: z.int().meta({ description: "How many times it happened since it was closed before.", example: 3 }),
    firstAt: WireTime,
    lastAt: WireTime,
    closedAt: WireTime.nullable().meta({ description: "null while it is open.", example: null }),
    userId: z
      .string()
      .nullable()
      .meta({ description: "Of the contact; null for somebody who is only known by a phone.", example: "user_8841" }),
    phone: z.string().nullable().meta({ description: "Of the contact, or of the person in the chat.", example: "447911123456" }),
    latest: ReadEvent,
  })
  .meta({
    id: "Problem",
    description: "What went wrong once or several times: the problem events of one contact with one name and reference.",
  });
export type Problem = z.output<typeof Problem>;

export const ProblemsFilter = z.object({
  open: Flag.optional().meta({ ...flag, description: "Problems that are open, or that were closed." }),
  userId: OwnerId,
  event: Sought(120).transform(trimmed).optional().meta({ description: "The whole name of the event.", example: "Payment failed" }),
  reference: Sought(255)
    .transform((text) => withoutHidden(text).trim())
    .optional()
    .meta({ description: "The whole reference.", example: "INV-2041" }),
  from: from("When it last happened"),
  to: to("When it last happened"),
});
export type ProblemsFilter = z.output<typeof ProblemsFilter>;

export const listProblems = contract({
  method: "GET",
  path: "/api/v1/problems",
  summary: "List problems",
  description:
    "The one that happened last comes first. One that happens again meanwhile is listed at most once; one that was closed, and that an event which arrives late opens again, may be listed a second time.",
  access: "key",
  isPublished: true,
  query: ProblemsFilter.extend(paging),
  status: 200,
  output: listOf(Problem, "ProblemList"),
  errors: ["invalid_cursor"],
});

const Agent = z
  .object({ id: Uuid, name: z.string() })
  .meta({ id: "CallAgent", example: { id: "0198f3a1-7c2e-7b60-9d1e-3f5a8c4b2e10", name: "Mia Tanaka" } });

const call = {
  id: Uuid,
  deliveryId: Uuid.meta({ description: "X-Service-Delivery of the call, the same when it is sent again." }),
  action: z.string().meta({ example: "retry_payment" }),
  label: z.string().meta({ example: "Retry payment" }),
  status: z.enum(callStates).meta({
    description:
      "sending; working: your server accepted it, and its result is still to come; succeeded; refused: your server said no; failed: it was not done, because it could not be sent; unknown: it may have happened, because no answer came.",
    example: "succeeded",
  }),
  isResend: z.boolean(),
  conversationId: Uuid,
  userId: z.string().nullable().meta({ description: "Of the contact, if there was one.", example: "user_8841" }),
  agent: Agent,
  replyStatus: z.int().nullable().meta({ description: "The HTTP status of your server.", example: 200 }),
  reason: z.string().nullable().meta({ description: "Why it failed, or which part of the reply was not used.", example: null }),
  eventId: Uuid.nullable().meta({ description: "The event that the reply asked for.", example: null }),
  startedAt: Time,
  finishedAt: Time.nullable(),
  tookMs: z.int().nullable().meta({ example: 112 }),
};
const ActionCall = z.object(call).meta({ id: "ActionCall", description: "One sending of the press of a button." });

const body = CallDetail.shape.replyBody.meta({
  description: "As it was received; null without one, and once it was removed with its contact.",
  example: '{"message":"Charge ch_19 succeeded."}',
});
const ActionCallDetail = z
  .object({
    ...call,
    url: z.string().meta({ example: "https://example.com/actions" }),
    requestBody: CallDetail.shape.requestBody.meta({
      description: "As it was sent; null once it was removed with its contact.",
      example: '{"action":"retry_payment","label":"Retry payment"}',
    }),
    replyBody: body,
    resultBody: body.meta({ description: "What your server reported later.", example: null }),
  })
  .meta({ id: "ActionCallDetail" });

export const CallsFilter = z.object({
  userId: OwnerId,
  action: Sought(64).optional().meta({ description: "The action of the button.", example: "retry_payment" }),
  status: CallFilter.shape.status.meta({
    type: "array",
    items: { type: "string", enum: [...callStates, "failure"] },
    description: "One or several, repeated or with commas between them. failure is refused, failed and unknown together.",
    example: ["refused", "failed"],
  }),
  from: from("When it was sent"),
  to: to("When it was sent"),
});
export type CallsFilter = z.output<typeof CallsFilter>;

export const listActionCalls = contract({
  method: "GET",
  path: "/api/v1/action-calls",
  summary: "List the action calls of the last 30 days",
  description: "One item a sending, newest first.",
  access: "key",
  isPublished: true,
  query: CallsFilter.extend(paging),
  status: 200,
  output: listOf(ActionCall, "ActionCallList"),
  errors: ["invalid_cursor"],
});

export const getActionCall = contract({
  method: "GET",
  path: "/api/v1/action-calls/{callId}",
  summary: "Read an action call",
  description: "With what was sent, and what came back.",
  access: "key",
  isPublished: true,
  params: z.object({ callId: Id }),
  status: 200,
  output: ActionCallDetail,
  errors: ["not_found"],
  refusals: {
    not_found: {
      when: "No action call of the last 30 days has this id.",
      message: "There is no such call. Calls are kept for 30 days.",
    },
  },
});
