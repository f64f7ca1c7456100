import { z } from "zod";
import { Channel } from "@/lib/chats/contract";
import { Level } from "@/lib/context/events/contract";
import { Cursor, contract, InWorkspace, Text, Time, Uuid } from "@/lib/kernel/contract";
import { DisplayName } from "@/lib/people/shared/identity";

/** A text, and where in it the words are that were typed: ranges of UTF-16 units, as JavaScript counts them. */
export const Highlighted = z.object({ text: z.string(), ranges: z.array(z.tuple([z.int(), z.int()])) });
export type Highlighted = z.output<typeof Highlighted>;

/** A contact with their chats, or somebody in a chat who is no contact. */
const FoundPerson = z.object({
  contactId: Uuid.nullable(),
  /** The chat with the newest activity, an open one first; null for a contact without chats. */
  chatId: Uuid.nullable(),
  channel: Channel.nullable(),
  name: z.union([Highlighted, DisplayName.options[1]]),
  userId: Highlighted.nullable(),
  phone: Highlighted.nullable(),
  email: Highlighted.nullable(),
  /** What else they are called, where that was found. */
  alias: Highlighted.nullable(),
});

const FoundMessage = z.object({
  id: Uuid,
  chatId: Uuid,
  /** Its number in the timeline. */
  seq: z.int(),
  kind: z.enum(["message", "note"]),
  author: z.enum(["customer", "agent"]),
  authorName: z.string().nullable(),
  /** What the customer of the chat is called. */
  displayName: DisplayName,
  at: Time,
  /** One line around the first match. */
  snippet: Highlighted,
});

const FoundEvent = z.object({
  id: Uuid,
  event: Highlighted,
  reference: Highlighted.nullable(),
  level: Level,
  occurredAt: Time,
  displayName: DisplayName,
  contactId: Uuid.nullable(),
  /** The chat that has its card, or else the person's newest one. */
  chatId: Uuid.nullable(),
  /** The number of its card in the timeline. */
  seq: z.int().nullable(),
});

const maxQueryLength = 1_000;
/** At most this many of each are found. */
export const maxFound = 10;

export const search = contract({
  method: "GET",
  path: "/api/w/{workspace}/search",
  summary: "People, messages and events that have every word of q: whole, in part, in any case and without accents; phones in any writing",
  access: "session",
  params: InWorkspace,
  query: z.object({ q: Text(0, maxQueryLength), cursor: Cursor }),
  status: 200,
  output: z.object({
    people: z.array(FoundPerson),
    /** Newest first. `next` is the cursor for older ones, of which a page has messages only. */
    messages: z.object({ items: z.array(FoundMessage), next: z.string().nullable() }),
    events: z.array(FoundEvent),
    /** The search took too long and ended early: there may be more. */
    isPartial: z.boolean(),
  }),
});
