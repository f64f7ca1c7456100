import { z } from "zod";
import { Assignee, Channel, ChatItem, Status } from "@/lib/chats/contract";
import { setTag } from "@/lib/chats/tagging/contract";
import { Tag } from "@/lib/chats/tags/contract";
import { deleteContact as deleteByKey } from "@/lib/context/contacts/contract";
import { MergeValues } from "@/lib/context/contacts/merge/contract";
import { Level, ReadEvent } from "@/lib/context/events/contract";
import { setAllHandled, setHandled } from "@/lib/context/problems/contract";
import { Panel, PanelContact } from "@/lib/desk/panel/contract";
import { Cursor, contract, Id, InWorkspace, mustBe, Page, Time, Trimmed, Uuid } from "@/lib/kernel/contract";
import { refused } from "@/lib/kernel/refused";
import { codePoints } from "@/lib/kernel/text";
import { ListedAttribute } from "@/lib/people/attribute-display/contract";
import { DisplayName } from "@/lib/people/shared/identity";
import { exportFormats } from "./shared/export-formats";
import { maxTextLength } from "./shared/limits";

const InContact = InWorkspace.extend({ contactId: Id });

const ListedContact = z.object({
  id: Uuid,
  userId: z.string(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** That the workspace shows in lists. */
  attribute: ListedAttribute.nullable(),
  /** By name. Instances of the previous version leave them out. */
  tags: z.array(Tag).optional(),
  openProblems: z.int(),
  /** The newest message in any of its chats or event received, to the minute; null for never. */
  lastSeenAt: Time.nullable(),
});
export type ListedContact = z.input<typeof ListedContact>;

/** An address can have what no stored text has, and the database refuses it. */
const hasNoNul = (text: string) => !text.includes("\0");
const nul = { error: "must be valid Unicode without NUL characters." };

/** Part of an attribute, its key or value; a value in an address is compared as text. */
const Part = (min: number, max: number) =>
  z
    .string()
    .refine((text) => codePoints(text) >= min && codePoints(text) <= max, refused("between", { min, max }))
    .refine(hasNoNul, nul)
    .optional();

export const ContactFilter = z.object({
  /** The beginning of a name, a userId or an e-mail, or the first digits of a phone. */
  text: Trimmed(maxTextLength).refine(hasNoNul, nul).optional(),
  problems: z.literal("open", { error: mustBe('"open"') }).optional(),
  /** With `value`: contacts whose attribute has that value. */
  attribute: Part(1, 64),
  value: Part(0, 1_000),
  /** The id of a tag of the workspace. */
  tag: Id.optional(),
  /** Seen in the last so many days. */
  seen: z.coerce.number({ error: "must be a number of days." }).int().min(1).max(3_650).optional(),
});
export type ContactFilter = z.output<typeof ContactFilter>;

export const listContacts = contract({
  method: "GET",
  path: "/api/w/{workspace}/contacts",
  summary: "The contacts, the last seen first",
  access: "session",
  params: InWorkspace,
  query: ContactFilter.extend({ cursor: Cursor }),
  status: 200,
  output: Page(ListedContact),
});

/** Somebody in a chat who is this contact. */
const LinkedPerson = z.object({
  id: Uuid,
  channel: Channel,
  displayName: DisplayName,
  phone: z.string().nullable(),
  linkedBy: Panel.shape.person.shape.linkedBy.unwrap(),
  isBlocked: z.boolean(),
});

const { problems, problemsCount, solved, hasOlderProblems } = Panel.shape;

export const ContactPage = z.object({
  contact: PanelContact.extend({
    ...{ updatedAt: Time, lastSeenAt: ListedContact.shape.lastSeenAt },
    /** The userIds of contacts that are part of it. */
    aliases: z.array(z.string()),
  }),
  displayName: z.string(),
  /** What can be undone, the latest first: whose userId became an alias, who did it, and until when. */
  merges: z.array(z.object({ id: Uuid, userId: z.string(), actor: z.string(), undoUntil: Time })),
  /** The first of them first, 50 at most. */
  people: z.array(LinkedPerson),
  /** The chats of all of them, latest activity first, 50 at most. */
  chats: z.array(z.object({ id: Uuid, personId: Uuid, channel: Channel, status: Status, lastItemAt: Time, assignee: Assignee.nullable() })),
  chatsCount: z.int(),
  /** As in the panel beside a chat. */
  problems,
  problemsCount,
  solved,
  hasOlderProblems,
});
export type ContactPage = z.input<typeof ContactPage>;

export const getContactPage = contract({
  method: "GET",
  path: "/api/w/{workspace}/contacts/{contactId}",
  summary: "A contact with its chats and problems",
  access: "session",
  params: InContact,
  status: 200,
  output: ContactPage,
});

export const EntryKind = z.enum(["message", "note", "event", "outcome"], { error: mustBe('"message", "note", "event" or "outcome"') });
export type EntryKind = z.output<typeof EntryKind>;

const [message, note, , outcome] = ChatItem.options;

export const TimelineEntry = z.object({
  /** When it was written, or when the event happened. */
  at: Time,
  /** The chat that it belongs to, of an event the last one that it was posted to; null for none. */
  chat: z.object({ id: Uuid, channel: Channel }).nullable(),
  item: z.discriminatedUnion("kind", [message, note, outcome, z.object({ kind: z.literal("event"), ...ReadEvent.shape })]),
});
export type TimelineEntry = z.input<typeof TimelineEntry>;

export const TimelineFilter = z.object({ kind: EntryKind.optional(), channel: Channel.optional() });
export type TimelineFilter = z.output<typeof TimelineFilter>;

export const listContactTimeline = contract({
  method: "GET",
  path: "/api/w/{workspace}/contacts/{contactId}/timeline",
  summary: "Messages, notes, events and outcomes of all chats with a contact, newest first",
  access: "session",
  params: InContact,
  query: TimelineFilter.extend({ cursor: Cursor }),
  status: 200,
  output: Page(TimelineEntry),
});

export const listContactEvents = contract({
  method: "GET",
  path: "/api/w/{workspace}/contacts/{contactId}/events",
  summary: "Events of a contact, newest first: problems, or the rest; with a cursor, those before it",
  access: "session",
  params: InContact,
  query: z.object({ cursor: Cursor, level: Level.default("info") }),
  status: 200,
  output: Page(ReadEvent),
});

export const setContactHandled = contract({
  ...setHandled,
  path: "/api/w/{workspace}/contacts/{contactId}/problems/{problemId}/handled",
  summary: "Close a problem of a contact, or undo that; a repeat changes nothing",
  params: InContact.extend({ problemId: Id }),
});

export const setAllContactHandled = contract({
  ...setAllHandled,
  path: "/api/w/{workspace}/contacts/{contactId}/problems/handled",
  summary: "Close the open problems of a contact, or take back the own press that did, 500 at a time",
  params: InContact,
});

export const setContactTag = contract({
  ...setTag,
  path: "/api/w/{workspace}/contacts/{contactId}/tags",
  summary: "Put a tag of the workspace on a contact, or take it off",
  params: InContact,
});

export const exportContact = contract({
  method: "GET",
  path: "/api/w/{workspace}/contacts/{contactId}/export",
  madePerMinute: 60,
  summary: "Everything about a contact as a JSON file: its data, people, events, chats with their messages and notes, and calls",
  access: "session",
  role: "admin",
  params: InContact,
  status: 200,
  output: z.string(),
});

export const exportContacts = contract({
  method: "GET",
  path: "/api/w/{workspace}/contacts/export",
  madePerMinute: 60,
  summary: "All contacts as a file, the newest first: a table, or a line of JSON for each",
  access: "session",
  role: "admin",
  params: InWorkspace,
  query: z.object({ format: z.enum(exportFormats, { error: mustBe('"csv" or "ndjson"') }) }),
  status: 200,
  output: z.string(),
});

export const deleteContact = contract({
  method: "DELETE",
  path: "/api/w/{workspace}/contacts/{contactId}",
  summary: "Remove a contact and its events, as the public API does; the userId confirms whom",
  access: "session",
  role: "admin",
  params: InContact,
  body: z.object({ userId: z.string({ error: mustBe("the userId of the contact") }) }),
  status: 200,
  output: deleteByKey.output,
  errors: ["conflict"],
});

/** One of two contacts, with how much it has, up to `maxCounted` of each. */
const MergeSide = z.object({
  ...ListedContact.pick({ id: true, userId: true, name: true, email: true, phone: true }).shape,
  ...{ displayName: z.string(), attributes: PanelContact.shape.attributes, aliases: z.array(z.string()) },
  ...{ events: z.int(), chats: z.int(), people: z.int() },
});
export type MergeSide = z.input<typeof MergeSide>;

export const previewMerge = contract({
  method: "GET",
  path: "/api/w/{workspace}/contacts/{contactId}/merge",
  summary: "What a merge with another contact would move, and the values of both",
  access: "session",
  role: "admin",
  params: InContact,
  query: z.object({ from: Id }),
  status: 200,
  output: z.object({ into: MergeSide, from: MergeSide }),
});

export const mergeContact = contract({
  method: "POST",
  path: "/api/w/{workspace}/contacts/{contactId}/merge",
  summary: "Make another contact a part of this one, as the public API does",
  access: "session",
  role: "admin",
  params: InContact,
  body: z.object({ from: Id, values: MergeValues }),
  status: 200,
  output: z.object({ mergeId: Uuid, undoUntil: Time }),
  errors: ["conflict"],
});

export const undoContactMerge = contract({
  method: "POST",
  path: "/api/w/{workspace}/contacts/{contactId}/merges/{mergeId}/undo",
  summary: "Undo a merge of the last 24 hours; both contacts are there again",
  access: "session",
  role: "admin",
  params: InContact.extend({ mergeId: Id }),
  body: z.object({}),
  status: 200,
  output: z.object({ undone: z.literal(true) }),
  errors: ["conflict"],
});
