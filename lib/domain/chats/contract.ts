import { z } from "zod";
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
  z.object({
    deleted: z.literal(false),
    eventId: Uuid.nullable(),
    event: z.string(),
    level: Level,
    properties: AttributeMap,
    occurredAt: WireTime,
  }),
]);
const outcome = z.object({
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

export const ChatItem = z.discriminatedUnion("kind", [
  z.object({
    ...item,
    kind: z.literal("message"),
    author: z.enum(["customer", "agent"]),
    authorName: z.string().nullable(),
    text: z.string(),
  }),
  z.object({ ...item, kind: z.literal("note"), authorName: z.string(), text: z.string() }),
  z.object({ ...item, kind: z.literal("card"), card }),
  z.object({ ...item, kind: z.literal("action"), authorName: z.string(), outcome }),
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
  body: z.object({
    id: Id,
    kind: z.enum(["message", "note"], { error: mustBe('"message" or "note"') }),
    text: Trimmed(maxMessageLength),
  }),
  status: 201,
  output: z.object({ id: Uuid, seq: z.int() }),
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
