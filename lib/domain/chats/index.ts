import type { z } from "zod";
import { displayNameOf } from "@/lib/domain/people/shared/display-name";
import { cursorFor, pageOf, rangeCursorFor, readCursor, readRangeCursor, type SeqRange } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import type { Channel, ChatItem, View } from "./contract";
import { ItemRow, itemOf, previewOf } from "./item";
import { ChatRow, CountsRow, countsStatement, listedStatement, listStatement, TroubledRow, troubledStatement } from "./list-sql";
import { noSuchChat } from "./read";
import { itemsByIdStatement, itemsStatement } from "./sql";

export { addChange, assign, setStatus, snooze } from "./changes";
export { announcePresence } from "./presence";
export { noSuchChat, read } from "./read";
export { isSentOutside, windowOf } from "./window";
export { write } from "./write";

type Out<S extends z.ZodType> = z.output<S>;

const chatsPerPage = 30;
const itemsPerPage = 50;
/** On the way to an item that is far above. */
const itemsPerStep = 500;
const maxAfter = 100;
/** Greater than any seq. */
const beyondLastSeq = 2 ** 31;

type Query = {
  accountId: string;
  view: View;
  channel?: Out<typeof Channel> | undefined;
  tag?: string | undefined;
  ids?: string[] | undefined;
  cursor?: string | undefined;
};

/**
 * Chats as this agent sees them, newest activity first: a page (`cursor` is the `next` of the page before), or those of `ids` that
 * belong to the view, the channel and the tag.
 */
export async function list(workspaceId: string, { accountId, view, channel, tag, ids, cursor }: Query) {
  const now = new Date();
  const listing = { view, hasTag: tag !== undefined, isFew: view === "problems" && !ids && (await isTroubledFew(workspaceId)) };
  const values = [workspaceId, accountId, now, channel ?? null, tag ?? null];
  const [at = null, id = null] = cursor ? readCursor(cursor) : [];
  const [found, [counts]] = await Promise.all([
    ids
      ? rows(db(), ChatRow)(listedStatement(listing), ...values, ids)
      : rows(db(), ChatRow)(listStatement(listing, cursor ? "next" : "first"), ...values, at, id, chatsPerPage + 1),
    rows(db(), CountsRow)(countsStatement, workspaceId, accountId, now),
  ]);
  const { page, last } = ids ? { page: found, last: undefined } : pageOf(found, chatsPerPage);
  return {
    items: page.map(({ newest, ...row }) => ({ ...row, displayName: displayNameOf(row), preview: newest && previewOf(newest) })),
    counts: counts ?? { mine: 0, unassigned: 0, problems: 0, mentions: 0, unread: 0 },
    next: last ? cursorFor({ at: last.lastItemAt, id: last.id }) : null,
  };
}

async function isTroubledFew(workspaceId: string): Promise<boolean> {
  const [row] = await rows(db(), TroubledRow)(troubledStatement, workspaceId);
  return row?.isFew === true;
}

const wholeTimeline: SeqRange = { before: beyondLastSeq };

type ItemsQuery = { after?: number | undefined; from?: number | undefined; ids?: string[] | undefined; cursor?: string | undefined };

/**
 * A chat's timeline, oldest first: the newest items, those after a seq, what `cursor` continues, or `ids`. With `from`, the pages that lead
 * up are larger and end at that seq. @throws not_found, invalid_request
 */
export async function items(workspaceId: string, chatId: string, { after, from, ids, cursor }: ItemsQuery) {
  if (ids) return someItems(workspaceId, chatId, ids);
  const range = cursor ? readRangeCursor(cursor) : after === undefined ? wholeTimeline : { after };
  const isForward = "after" in range;
  const statement = itemsStatement(isForward ? "first" : "last");
  const limits = isForward
    ? [range.after, beyondLastSeq, maxAfter]
    : from === undefined
      ? [0, range.before, itemsPerPage]
      : [from - 1, range.before, itemsPerStep];
  const [chat, stored] = await Promise.all([seqOf(workspaceId, chatId), rows(db(), ItemRow)(statement, workspaceId, chatId, ...limits)]);
  const found: Out<typeof ChatItem>[] = stored.map(itemOf).sort((a, b) => a.seq - b.seq);
  // An item may be added between the two reads, so the greater seq counts.
  const lastSeq = Math.max(chat.lastSeq, found.at(-1)?.seq ?? 0);
  return { items: found, lastSeq, next: nextOf(found, { isForward, lastSeq, from }) };
}

async function seqOf(workspaceId: string, chatId: string): Promise<{ lastSeq: number }> {
  const chat = await db().chat.findUnique({ where: { workspaceId_id: { workspaceId, id: chatId } }, select: { lastSeq: true } });
  if (!chat) throw noSuchChat();
  return chat;
}

async function someItems(workspaceId: string, chatId: string, ids: string[]) {
  const [{ lastSeq }, stored] = await Promise.all([
    seqOf(workspaceId, chatId),
    rows(db(), ItemRow)(itemsByIdStatement, workspaceId, chatId, ids),
  ]);
  return { items: stored.map(itemOf), lastSeq, next: null };
}

type Read = { isForward: boolean; lastSeq: number; from: number | undefined };

/** An empty page says nothing about a next one, so it is the last, or the last of those down to `from`. */
function nextOf(found: readonly { seq: number }[], { isForward, lastSeq, from = 1 }: Read): string | null {
  const [first, last] = [found[0]?.seq ?? from, found.at(-1)?.seq ?? lastSeq];
  if (isForward) return last < lastSeq ? rangeCursorFor({ after: last }) : null;
  return first > 1 ? rangeCursorFor({ before: first }) : null;
}
