import { z } from "zod";
import { Channel } from "@/lib/chats/contract";
import { DryRun } from "@/lib/context/events/contract";
import { contract, Id, InWorkspace, mustBe, Time, Uuid } from "@/lib/kernel/contract";
import { DisplayName } from "@/lib/people/shared/identity";

const { wouldNotPostTo, event, level, levelReason, occurredAt, createsContact } = DryRun.shape;

const ReachedChat = z.object({ id: Uuid, displayName: DisplayName, channel: Channel, lastMessageAt: Time });

/** The last message before the event; null where none was. */
const PastChat = ReachedChat.extend({ lastMessageAt: Time.nullable() });

const { reason } = wouldNotPostTo.element.shape;
export type Reason = z.output<typeof reason>;

const Reach = z.object({
  ...{ event, level, levelReason, occurredAt, createsContact },
  posted: z.array(ReachedChat),
  others: z.array(ReachedChat.extend({ reason })),
});

/** The contact that an identify token would link a visitor to. `ignored`: sentences on claims that it links without. */
const Identified = z.object({ userId: z.string(), createsContact: z.boolean(), ignored: z.array(z.string()) });

export const inspectEvent = contract({
  method: "POST",
  path: "/api/w/{workspace}/inspector",
  summary:
    "What a body of POST /api/v1/events, or an identify token, would do: every problem of it, or where its card would be posted. Nothing is stored",
  access: "session",
  role: "admin",
  params: InWorkspace,
  body: z.object({ text: z.string({ error: mustBe("the body or the token as text") }).max(100_000) }),
  maxBodyBytes: 262_144,
  status: 200,
  output: z.object({
    /** As the API would answer; the first one is its answer. */
    problems: z.array(z.object({ code: z.string(), message: z.string() })),
    ignored: z.array(z.object({ name: z.string(), field: z.string().nullable() })),
    outcome: Reach.nullable(),
    identified: Identified.nullable(),
  }),
});

/** What is known of a chat when the event arrived, the first that applies; `unknown` where nothing that is stored says why. */
const pastReasons = z.enum(["summarized", "later", "linked_later", "closed", "inactive", "too_many", "unknown"]);
export type PastReason = z.output<typeof pastReasons>;

export const EventReach = z.object({
  event,
  level,
  /** By what the name says. `level`: it says something else, so the call said it. */
  levelReason,
  receivedAt: Time,
  postedToConversations: z.int(),
  posted: z.array(PastChat),
  others: z.array(PastChat.extend({ reason: pastReasons })),
  /** There are more chats than these. */
  isCut: z.boolean(),
  /** Around then, a phone came with an event of the contact that another contact had: the chats of that one are not listed. */
  hasConflict: z.boolean(),
});
export type EventReach = z.input<typeof EventReach>;

export const getEventReach = contract({
  method: "GET",
  path: "/api/w/{workspace}/events/{eventId}/reach",
  summary: "Why an event is a problem or not, and which chats got its card when it arrived and which did not and why",
  access: "session",
  params: InWorkspace.extend({ eventId: Id }),
  status: 200,
  output: EventReach,
});
