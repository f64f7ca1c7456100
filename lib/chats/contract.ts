import { z } from "zod";
import { Cursor, contract, Id, InWorkspace, mustBe, Page, Time, Trimmed, Uuid } from "@/lib/kernel/contract";
import { refused } from "@/lib/kernel/refused";
import { ListedAttribute } from "@/lib/people/attribute-display/contract";
import { DisplayName, UserId } from "@/lib/people/shared/identity";
import { AttachmentIds } from "./attachments/contract";
import { channelNames } from "./shared/channels";
import { lineKinds } from "./shared/content";
import { type Card, Change, ChatItem, Mentioned, Outcome } from "./shared/items";
import { maxIds, maxMentions, maxMessageLength } from "./shared/limits";
import { MessageContent, MessageStatus } from "./shared/message-content";
import { allViews } from "./shared/views";
import { Tag } from "./tags/contract";

export const Channel = z.enum(channelNames);
export const Status = z.enum(["open", "closed"]);

export const InChat = InWorkspace.extend({ chatId: Id });

/** A member, as the name beside a chat. */
export const Assignee = z.object({ id: Uuid, name: z.string() });
export type Assignee = z.output<typeof Assignee>;

export const View = z.enum(allViews);
export type View = z.output<typeof View>;

/** What stands for an item without a text that somebody wrote. Instances of the previous version leave it out. */
export const SaidLine = z
  .object({ what: z.enum(lineKinds), name: z.string().optional(), count: z.int().optional() })
  .nullable()
  .optional();

export const ChatSummary = z.object({
  id: Uuid,
  channel: Channel,
  status: Status,
  /** Instances of the previous version leave out these two. */
  personId: Uuid.optional(),
  contactId: Uuid.nullable().optional(),
  /** What the person is called. */
  displayName: DisplayName,
  /** The attribute of their contact that the workspace shows in lists. Instances of the previous version leave it out. */
  attribute: ListedAttribute.nullable().optional(),
  /** The last message, of the customer or of an agent. */
  preview: z
    .object({
      /** Pages of the previous version tell a message from other items by it. */
      kind: z.literal("message"),
      author: z.enum(["customer", "agent", "system"]),
      authorName: z.string().nullable(),
      /** The requesting agent wrote it. */
      isMine: z.boolean(),
      /** In English where it is none that somebody wrote. */
      text: z.string(),
      line: SaidLine,
    })
    .nullable(),
  lastItemAt: Time,
  lastSeq: z.int(),
  /** The customer's messages that this agent has not read and nobody has answered, counted up to 99. */
  unread: z.int(),
  /** How many open problems the person has. */
  openProblems: z.int(),
  /** The name of the one that happened last. Instances of the previous version leave it out. */
  newestProblem: z.string().nullable().optional(),
  /** The member who has the chat. */
  assignee: Assignee.nullable(),
  /** Until when it stays out of the open chats; a message of the customer ends it earlier. */
  snoozedUntil: Time.nullable(),
  /** What it is about, by name. */
  tags: z.array(Tag),
  /** A note mentions this agent, who has not read it. */
  isMentioned: z.boolean(),
  /** In a list with the problems first: it is one of these, whose customer waits and has an open problem. Left out otherwise. */
  isFirst: z.boolean().optional(),
});
export type ChatSummary = z.input<typeof ChatSummary>;

export type { Notice } from "./shared/notices";
export type { Card };
export { Change, ChatItem, Mentioned, MessageContent, MessageStatus, Outcome };

/** The greatest seq that the database can store. */
const maxSeq = 2_147_483_647;
const Seq = z.coerce.number().int().max(maxSeq);

const Ids = z
  .string()
  .transform((text) => text.split(","))
  .pipe(z.array(Id).max(maxIds, { error: `must be at most ${maxIds} ids, with commas between them.` }));

export const listChats = contract({
  method: "GET",
  path: "/api/w/{workspace}/chats",
  summary: "The chats, newest activity first",
  access: "session",
  params: InWorkspace,
  query: z.object({
    view: View.default("open"),
    channel: Channel.optional(),
    /** Only chats with this tag. */
    tag: Id.optional(),
    ids: Ids.optional(),
    /** Customers who wait and have an open problem come first; of chats of nobody alone. */
    sort: z.enum(["problems"], { error: mustBe('"problems"') }).optional(),
    cursor: Cursor,
  }),
  status: 200,
  /** With `ids`: those of them that belong to the view, the channel and the tag, without a next page. */
  output: Page(ChatSummary).extend({
    /**
     * Open chats that are not snoozed, in all channels, each counted up to 1,000. `problems`: chats of any state of somebody with an open
     * problem; where more than 1,000 people have one, the closed chats are those of the 5,000 problems that began last.
     * `mentions`: chats of any state in which the agent has not read where a note mentions them. `unread`: the agent's own and nobody's
     * in which a message was neither read by the agent nor answered, counted up to 100 among the 1,000 that moved last.
     */
    counts: z.object({ mine: z.int(), unassigned: z.int(), problems: z.int(), mentions: z.int(), unread: z.int() }),
  }),
});

export const listItems = contract({
  method: "GET",
  path: "/api/w/{workspace}/chats/{chatId}/items",
  summary:
    "A chat's timeline: the newest 50 items and then the earlier ones (500 at a time down to a seq), those after a seq (100 at most), or some by their ids; oldest first",
  access: "session",
  params: InChat,
  query: z.object({
    after: Seq.min(0).optional(),
    /** Leaves out items before this seq: the way to an item far above, in few pages. */
    from: Seq.min(1).optional(),
    ids: Ids.optional(),
    cursor: Cursor,
  }),
  status: 200,
  /** `next` continues in the direction in which the page was read. With `ids`, there is none. */
  output: Page(ChatItem).extend({ lastSeq: z.int() }),
});

export const sendMessage = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/messages",
  summary: "Write to the customer, or a private note for the team; the id is made by the sender, so a repeat is harmless",
  access: "session",
  params: InChat,
  body: z
    .object({
      id: Id,
      kind: z.enum(["message", "note"], { error: mustBe('"message" or "note"') }),
      /** May be empty when there are files. */
      text: Trimmed(maxMessageLength, 0),
      /** The ids of files that were uploaded to this chat. */
      attachments: AttachmentIds.optional(),
      /** The message of this chat that this one replies to. */
      replyTo: Id.optional(),
      /** The accounts of members whom a note mentions: those whose name stands in the text behind an @. */
      mentions: z
        .array(Id)
        .max(maxMentions, { error: `must be at most ${maxMentions} ids.` })
        .optional(),
      /** Closes the chat once the message is in it. */
      closes: z.boolean({ error: mustBe("true or false") }).optional(),
    })
    .refine(({ text, attachments }) => text !== "" || attachments?.length, { ...refused("empty"), path: ["text"] })
    .refine(({ kind, attachments }) => kind === "message" || !attachments?.length, {
      error: "are for messages: a note has only text.",
      path: ["attachments"],
    })
    .refine(({ kind, mentions }) => kind === "note" || !mentions?.length, {
      error: "are for notes: the customer reads a message.",
      path: ["mentions"],
    }),
  status: 201,
  output: z.object({ id: Uuid, seq: z.int() }),
  errors: ["conflict"],
});

export const markRead = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/read",
  summary: "This agent has seen the chat up to this place",
  access: "session",
  params: InChat,
  body: z.object({
    seq: z
      .int({ error: mustBe("a whole number") })
      .min(0)
      .max(maxSeq),
  }),
  status: 200,
  output: z.object({ seq: z.int() }),
});

export const setStatus = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/status",
  summary: "Close a chat or open it again; closing ends a snooze",
  access: "session",
  params: InChat,
  body: z.object({
    status: Status,
    /** Refuses to close the chat with `conflict` while its person has an open problem. For a screen that shows none. */
    ifNoOpenProblems: z.boolean({ error: mustBe("true or false") }).optional(),
  }),
  status: 200,
  output: z.object({ status: Status }),
  errors: ["conflict"],
});

export const setAssignee = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/assignee",
  summary: "Give a chat to a member of the workspace, or to nobody",
  access: "session",
  params: InChat,
  body: z.object({ accountId: Id.nullable() }),
  status: 200,
  output: z.object({ assignee: Assignee.nullable() }),
});

export const snooze = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/snooze",
  summary: "Put an open chat away until a time, or take it back (null)",
  access: "session",
  params: InChat,
  body: z.object({
    until: z.iso
      .datetime({ offset: true, error: "must be a time such as 2026-11-21T10:00:00Z, or null." })
      .transform((text) => new Date(text))
      .nullable(),
  }),
  status: 200,
  output: z.object({ snoozedUntil: Time.nullable() }),
  errors: ["conflict"],
});

export const Presence = z.enum(["looking", "replying", "left"], { error: mustBe('"looking", "replying" or "left"') });
export type Presence = z.output<typeof Presence>;

export const announcePresence = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/presence",
  summary: "Tell the other members that this one looks at the chat, replies in it, or left it; nothing is stored",
  access: "session",
  params: InChat,
  body: z.object({ state: Presence }),
  status: 200,
  output: z.object({}),
});

export const linkChat = contract({
  method: "POST",
  path: "/api/w/{workspace}/chats/{chatId}/link",
  summary: "Accept that the person in this chat is this contact",
  access: "session",
  params: InChat,
  body: z.object({ userId: UserId }),
  status: 200,
  output: z.object({ userId: z.string() }),
  errors: ["conflict", "customer_not_found"],
});

export const unlinkChat = contract({
  ...linkChat,
  method: "DELETE",
  summary: "Undo that an agent linked the person in this chat to this contact; a repeat changes nothing",
  output: z.object({
    /** The contact that the person is linked to without the agent, by their phone. */
    userId: z.string().nullable(),
  }),
  errors: ["conflict"],
});
