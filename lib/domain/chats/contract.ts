import { z } from "zod";
import { AttachmentIds, AttachmentView } from "@/lib/domain/attachments/contract";
import { Level } from "@/lib/domain/events/shared/level";
import { UserId } from "@/lib/domain/people/shared/identity";
import { AttributeMap } from "@/lib/kernel/attributes";
import { Cursor, contract, Id, InWorkspace, mustBe, Page, Time, Trimmed, Uuid, WireTime } from "@/lib/kernel/contract";

export const Channel = z.enum(["whatsapp", "website"]);
export const Status = z.enum(["open", "closed"]);

export const InChat = InWorkspace.extend({ chatId: Id });

export const ChatSummary = z.object({
  id: Uuid,
  channel: Channel,
  status: Status,
  /** What the person is called: the contact's name, their own, their phone, or "Visitor 4f2a". */
  displayName: z.string(),
  preview: z
    .object({
      kind: z.enum(["message", "note", "card", "action"]),
      author: z.enum(["customer", "agent", "system"]),
      authorName: z.string().nullable(),
      /** The requesting agent wrote it. */
      isMine: z.boolean(),
      text: z.string(),
    })
    .nullable(),
  lastItemAt: Time,
  lastSeq: z.int(),
  /** The customer's messages that this agent has not read, counted up to 99. */
  unread: z.int(),
  /** There is a problem that this agent has not seen. */
  newProblem: z.boolean(),
});
export type ChatSummary = z.input<typeof ChatSummary>;

const card = z.union([
  z.object({ deleted: z.literal(true) }),
  /** The problems of the last 24 hours of somebody whose chat begins: its first item. */
  z.object({
    deleted: z.literal(false),
    digest: z.array(z.object({ eventId: Uuid, event: z.string(), properties: AttributeMap, occurredAt: WireTime })),
  }),
  z.object({
    deleted: z.literal(false),
    eventId: Uuid.nullable(),
    event: z.string(),
    level: Level,
    properties: AttributeMap,
    occurredAt: WireTime,
  }),
]);
export const Outcome = z.object({
  callId: Uuid,
  label: z.string(),
  /** `working`: the receiver answered 202 with something to show, and reports the result later. */
  state: z.enum(["working", "delivered", "refused", "failed", "unknown"]),
  /** The receiver's note, when it sent one. */
  message: z.string().nullable(),
  /** Why it failed, or which part of a successful reply could not be used. */
  reason: z.string().nullable(),
  tookMs: z.int().nullable(),
  /** An admin sent the call once more. */
  isResend: z.boolean().optional(),
});
/** The greatest seq that the database can store. */
const maxSeq = 2_147_483_647;
const Seq = z.coerce.number().int().max(maxSeq);
const item = { id: Uuid, seq: z.int(), createdAt: Time };

export { AttachmentView };

/** What a message holds besides its text. It is stored as it is shown. */
export const MessageContent = z.object({
  attachments: z.array(AttachmentView).optional(),
  /** The message that this one replies to; without an id when it is not in this chat. */
  replyTo: z.object({ id: Uuid.nullable(), text: z.string() }).optional(),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: z.string().optional(), address: z.string().optional() })
    .optional(),
  contacts: z.array(z.object({ name: z.string(), phones: z.array(z.string()) })).optional(),
  order: z.array(z.object({ product: z.string(), quantity: z.number(), price: z.string() })).optional(),
  /** By emoji: who reacted. */
  reactions: z.array(z.object({ emoji: z.string(), by: z.enum(["customer", "agent"]) })).optional(),
  template: z.object({ name: z.string(), language: z.string() }).optional(),
  /** Chosen from a list or by a button of an earlier message. */
  isChoice: z.boolean().optional(),
  isEdited: z.boolean().optional(),
  /** The customer removed it; its text is gone. */
  isDeleted: z.boolean().optional(),
  /** A kind of message that Beside cannot show, as the channel calls it. */
  unsupported: z.string().optional(),
  /** A file of the message that could not be fetched, and why. */
  missingFile: z.string().optional(),
  /** The channel's own id of a customer's message, which replies and read receipts name. Only stored, never shown. */
  externalId: z.string().optional(),
  /** When the text was last edited, and when each side last reacted, in milliseconds. Only stored, never shown. */
  changedAt: z.object({ edit: z.number(), customer: z.number(), agent: z.number() }).partial().optional(),
});
export type MessageContent = z.output<typeof MessageContent>;

/** How far a message to the customer came, in a channel that says so. */
export const MessageStatus = z.object({
  state: z.enum(["queued", "sending", "sent", "delivered", "read", "failed", "unknown"]),
  reason: z.string().nullable(),
  /** What the agent can do about a failed one. */
  advice: z.enum(["send_template", "send_again"]).nullable(),
});
export type MessageStatus = z.output<typeof MessageStatus>;

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
  z.object({ ...item, kind: z.literal("note"), authorName: z.string(), text: z.string() }),
  z.object({ ...item, kind: z.literal("card"), card }),
  z.object({ ...item, kind: z.literal("action"), authorName: z.string(), outcome: Outcome }),
]);
export type ChatItem = z.input<typeof ChatItem>;
export type Card = Extract<ChatItem, { kind: "card" }>["card"];
export type Outcome = Extract<ChatItem, { kind: "action" }>["outcome"];

export const listChats = contract({
  method: "GET",
  path: "/api/w/{workspace}/chats",
  summary: "The chats, newest activity first",
  access: "session",
  params: InWorkspace,
  query: z.object({ view: z.enum(["open", "problems", "closed"]).default("open"), cursor: Cursor }),
  status: 200,
  output: Page(ChatSummary).extend({
    /** Open chats with a problem that this agent has not seen. */
    newProblems: z.int(),
  }),
});

export const listItems = contract({
  method: "GET",
  path: "/api/w/{workspace}/chats/{chatId}/items",
  summary: "A chat's timeline: the newest 50 items and then the earlier ones, or those after a seq (100 at most); oldest first",
  access: "session",
  params: InChat,
  query: z.object({ after: Seq.min(0).optional(), cursor: Cursor }),
  status: 200,
  /** `next` continues in the direction in which the page was read. */
  output: Page(ChatItem).extend({ lastSeq: z.int() }),
});

/** Code points of a message or a note, whoever writes it. */
export const maxMessageLength = 4_000;

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
    })
    .refine(({ text, attachments }) => text !== "" || attachments?.length, { error: "must not be empty.", path: ["text"] })
    .refine(({ kind, attachments }) => kind === "message" || !attachments?.length, {
      error: "are for messages: a note has only text.",
      path: ["attachments"],
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
  summary: "Close a chat or open it again",
  access: "session",
  params: InChat,
  body: z.object({ status: Status }),
  status: 200,
  output: z.object({ status: Status }),
  errors: ["conflict"],
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
