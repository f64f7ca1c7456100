import type { z } from "zod";
import { MessageContent } from "@/lib/chats/contract";
import { cursorFor, pageOf, readCursor } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import type { VisitorMessage, VisitorState } from "./contract";
import { type KnownVisitor, knownVisitor, networkState, type Visitor } from "./known-visitor";
import { maxChatsInPosition, type Position, readPosition, writePosition } from "./position";
import { type ChatRow, chatsStatement, earlierStatement, laterStatement, type MessageRow } from "./sql";

const earlierPerPage = 50;
const laterPerPage = 100;

type Chat = z.output<typeof ChatRow>;
type Range = { after?: string | undefined; before?: string | undefined };
type Page = { items: VisitorMessage[]; position: string | null; hasMore: boolean; earlier: string | null };

/** The visitor's messages, oldest first: the newest ones, those since a position, or earlier ones. @throws invalid_request */
export async function messages(workspaceId: string, caller: Visitor, { after, before }: Range): Promise<Page & { state: VisitorState }> {
  const visitor = await knownVisitor(workspaceId, caller.visitorId);
  const known = after === undefined ? undefined : readPosition(after);
  if (!visitor) {
    const state = { ...stateOf(undefined, []), isBlocked: (await networkState(workspaceId, caller)).isHeld };
    return { items: [], position: writePosition(new Map()), hasMore: false, earlier: null, state };
  }
  // The chats are read first: what is added between the two reads is in both, and readers keep messages by id.
  const chats = await rows(db(), chatsStatement)(workspaceId, visitor.personId, maxChatsInPosition);
  const page = known ? await later(workspaceId, visitor, { chats, known }) : await earlier(workspaceId, visitor, { chats, before });
  return { ...page, state: stateOf(visitor, chats) };
}

const stateOf = (visitor: KnownVisitor | undefined, chats: readonly Chat[]): VisitorState => ({
  isClosed: chats.length > 0 && !chats.some(({ isOpen }) => isOpen),
  isBlocked: visitor?.isBlocked ?? false,
  hasChat: chats.length > 0,
});

async function earlier(workspaceId: string, { personId }: KnownVisitor, { chats, before }: { chats: Chat[]; before?: string | undefined }) {
  const [at = null, id = null] = before === undefined ? [] : readCursor(before);
  const found = await rows(db(), earlierStatement)(workspaceId, personId, at, id, earlierPerPage + 1);
  const { page, last } = pageOf(found, earlierPerPage);
  return {
    items: page.reverse().map(messageOf),
    position: before === undefined ? writePosition(new Map(chats.map((chat) => [chat.id, chat.lastSeq]))) : null,
    hasMore: false,
    earlier: last ? cursorFor({ at: last.createdAt, id: last.id }) : null,
  };
}

async function later(workspaceId: string, { personId }: KnownVisitor, { chats, known }: { chats: Chat[]; known: Position }): Promise<Page> {
  const froms = chats.map(({ id }) => known.get(id) ?? 0);
  const chatIds = chats.map(({ id }) => id);
  const found = await rows(db(), laterStatement)(workspaceId, personId, chatIds, froms, laterPerPage + 1);
  const { page, last } = pageOf(found, laterPerPage);
  return {
    items: page.map(messageOf),
    position: writePosition(reached(chats, { known, last })),
    hasMore: last !== undefined,
    earlier: null,
  };
}

/** Chats before that of the last message were read to their end, those after it not at all. */
function reached(chats: readonly Chat[], { known, last }: { known: Position; last: MessageRow | undefined }): Position {
  const stoppedAt = last ? chats.findIndex(({ id }) => id === last.chatId) : chats.length;
  return new Map(
    chats.map(({ id, lastSeq }, at) => {
      if (at < stoppedAt) return [id, Math.max(lastSeq, known.get(id) ?? 0)];
      return [id, at === stoppedAt && last ? last.seq : (known.get(id) ?? 0)];
    }),
  );
}

/** Only what a customer may see of a message: of an agent no more than the first name. */
export function messageOf({ id, seq, author, authorName, text, data, createdAt }: MessageRow): VisitorMessage {
  const content = MessageContent.safeParse(data ?? {}).data ?? {};
  const isCustomer = author === "customer";
  return {
    id,
    author: isCustomer ? "customer" : "agent",
    authorName: isCustomer ? null : firstName(authorName),
    text: text ?? "",
    attachments: content.attachments ?? [],
    isEdited: content.isEdited ?? false,
    isDeleted: content.isDeleted ?? false,
    createdAt,
    seq,
  };
}

const firstName = (name: string | null): string | null => name?.trim().split(/\s+/u)[0] || null;
