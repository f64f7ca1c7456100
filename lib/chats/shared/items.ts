import { z } from "zod";
import { ClosedBy, Level } from "@/lib/context/events/contract";
import { AttributeMap } from "@/lib/kernel/attributes";
import { Time, Uuid, WireTime } from "@/lib/kernel/contract";
import { DisplayName } from "@/lib/people/shared/identity";
import { MessageContent, MessageStatus } from "./message-content";
import { outcomes } from "./outcomes";

/** What ended a problem and when; null for an info event and while the problem is open. */
const Closed = z.object({ at: WireTime, by: ClosedBy }).nullable();

const card = z.union([
  z.object({ deleted: z.literal(true) }),
  /** The problems of the last 24 hours of somebody whose chat begins: its first item. */
  z.object({
    deleted: z.literal(false),
    digest: z.array(z.object({ eventId: Uuid, event: z.string(), properties: AttributeMap, occurredAt: WireTime, closed: Closed })),
  }),
  z.object({
    deleted: z.literal(false),
    eventId: Uuid.nullable(),
    event: z.string(),
    level: Level,
    properties: AttributeMap,
    occurredAt: WireTime,
    closed: Closed,
  }),
]);
/** An event's name and reference, by which problems are distinguished. */
const EventAbout = z.object({ event: z.string(), reference: z.string().nullable() });
export const Outcome = z.object({
  callId: Uuid,
  label: z.string(),
  /** `working`: the receiver answered 202 with something to show, and reports the result later. */
  state: z.enum(outcomes),
  /** The receiver's note, when it sent one. */
  message: z.string().nullable(),
  /** Why it failed, or which part of a successful reply could not be used. */
  reason: z.string().nullable(),
  tookMs: z.int().nullable(),
  /** An admin sent the call once more. */
  isResend: z.boolean().optional(),
  /** The event that the button was pressed on, and what it was about. */
  eventId: Uuid.optional(),
  about: EventAbout.optional(),
  /** What the agent filled in, as it was shown to them. */
  inputs: z.array(z.object({ label: z.string(), value: z.string() })).optional(),
});

/** What somebody did with the chat itself. */
export const Change = z.discriminatedUnion("what", [
  z.object({ what: z.literal("closed") }),
  z.object({ what: z.literal("reopened") }),
  z.object({ what: z.literal("unassigned") }),
  /** A snooze ended: by its time, when nobody ended it. */
  z.object({ what: z.literal("woke") }),
  /** `to`: the member's name then. `isSelf`: they took it themselves. */
  z.object({ what: z.literal("assigned"), to: z.string(), isSelf: z.boolean() }),
  z.object({ what: z.literal("snoozed"), until: WireTime }),
  /** `event` is empty once the problem's event was deleted. `count`: so many problems of that name at once. */
  z.object({ what: z.literal("handled"), ...EventAbout.shape, count: z.int().optional() }),
  z.object({ what: z.literal("unhandled"), ...EventAbout.shape, count: z.int().optional() }),
  /** Two people turned out to be one: this chat ended, and goes on in another one, with so many messages that were not answered. */
  z.object({ what: z.literal("goes_on_in"), chatId: Uuid, count: z.int() }),
  /** The same, in the chat that goes on: the messages follow this line. */
  z.object({ what: z.literal("goes_on_from"), chatId: Uuid, count: z.int() }),
  /** The chat began in the network of somebody who was blocked: null once that person is removed. */
  z.object({ what: z.literal("may_be_blocked"), person: z.object({ displayName: DisplayName, chatId: Uuid.nullable() }).nullable() }),
  /**
   * The customer waited for the member `from` for too long: for so many minutes, or for a minute while they were offline. `to`: the next
   * member; null when the chat is nobody's now. Both are names as they were then.
   */
  z.object({
    what: z.literal("came_back"),
    why: z.enum(["offline", "unanswered"]),
    minutes: z.int(),
    from: z.string(),
    to: z.string().nullable(),
  }),
]);
export type Change = z.output<typeof Change>;

/** A member whom a note mentions, under the name that the text has behind its @. */
export const Mentioned = z.object({ id: Uuid, name: z.string() });
export type Mentioned = z.output<typeof Mentioned>;

const item = { id: Uuid, seq: z.int(), createdAt: Time };

export const ChatItem = z.discriminatedUnion("kind", [
  z.object({
    ...item,
    kind: z.literal("message"),
    author: z.enum(["customer", "agent"]),
    authorName: z.string().nullable(),
    text: z.string(),
    content: MessageContent.optional(),
    status: MessageStatus.optional(),
  }),
  z.object({ ...item, kind: z.literal("note"), authorName: z.string(), text: z.string(), mentions: z.array(Mentioned).optional() }),
  z.object({ ...item, kind: z.literal("card"), card }),
  z.object({ ...item, kind: z.literal("action"), authorName: z.string(), outcome: Outcome }),
  /** Without a name (null) nobody made it: a snooze ended by its time. */
  z.object({ ...item, kind: z.literal("change"), authorName: z.string().nullable(), change: Change }),
]);
export type ChatItem = z.input<typeof ChatItem>;
export type Card = Extract<ChatItem, { kind: "card" }>["card"];
export type Outcome = Extract<ChatItem, { kind: "action" }>["outcome"];
