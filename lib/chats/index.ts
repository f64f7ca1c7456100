/**
 * A chat is the messages with one person, with its items, state, assignee and list. Messages come and go by `lib/channels`; the human is
 * a person.
 */

import type { z } from "zod";
import { cursorFor, pageOf, rangeCursorFor, readCursor, readRangeCursor, type SeqRange } from "@/lib/kernel/page";
import { displayNameOf } from "@/lib/people/shared/display-name";
import { rawClient } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import type { Statement } from "@/lib/platform/db/statement";
import type { Channel, ChatItem, View } from "./contract";
import { itemOf, previewOf } from "./item";
import { listedStatement, listStatement } from "./list-sql";
import { noSuchChat } from "./read";
import { itemsByIdStatement, itemsStatement, type TimelineRow } from "./sql";

export { addChange, assign, setStatus, setStatusIn, snooze } from "./changes";
export { announcePresence } from "./presence";
export { noSuchChat, read } from "./read";
export { refusalOf, windowOf } from "./window";
export { contentOf, write, writeIn } from "./write";

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
  sort?: "problems" | undefined;
  cursor?: string | undefined;
};

/** The cursor of a list with problems first says whether the last chat was one of them. */
const [ofFirst, ofOthers] = ["first ", "other "];

/**
 * Chats as this agent sees them, newest activity first, or with problems before all (`sort`): a page (`cursor` is the `next` of the page
 * before), or those of `ids` that belong to the view, the channel and the tag.
 */
export async function list(workspaceId: string, { accountId, view, channel, tag, ids, sort, cursor }: Query) {
  const hasFirst = sort === "problems" && view === "unassigned";
  const listing = { view, hasTag: tag !== undefined, hasFirst };
  const values = [workspaceId, accountId, currentTime(), channel ?? null, tag ?? null];
  const isAmongFirst = hasFirst && cursor?.startsWith(ofFirst) === true;
  const [at = null, id = null] = cursor ? readCursor(hasFirst ? cursor.slice(ofFirst.length) : cursor) : [];
  const page = cursor === undefined ? "first" : "next";
  const found = ids
    ? await rows(rawClient, listedStatement(listing))(...values, ids)
    : await rows(rawClient, listStatement(listing, page))(...values, at, id, chatsPerPage + 1, ...(hasFirst ? [isAmongFirst] : []));
  const chats = found.filter((row) => row.id !== null);
  const { page: shown, last } = ids ? { page: chats, last: undefined } : pageOf(chats, chatsPerPage);
  const prefix = hasFirst ? (last?.isFirst ? ofFirst : ofOthers) : "";
  return {
    items: shown.map(({ lastMessage, counts: _, isFirst, ...row }) => ({
      ...row,
      ...(isFirst && { isFirst }),
      displayName: displayNameOf(row),
      preview: lastMessage && { ...previewOf(lastMessage), kind: "message" as const },
    })),
    counts: found[0]?.counts ?? { mine: 0, unassigned: 0, problems: 0, mentions: 0, unread: 0 },
    next: last ? prefix + cursorFor({ at: last.lastItemAt, id: last.id }) : null,
  };
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
  const limits = isForward
    ? [range.after, beyondLastSeq, maxAfter]
    : from === undefined
      ? [0, range.before, itemsPerPage]
      : [from - 1, range.before, itemsPerStep];
  const { items: found, lastSeq } = await timelineOf(itemsStatement(isForward ? "first" : "last"), workspaceId, chatId, ...limits);
  return { items: found, lastSeq, next: nextOf(found, { isForward, lastSeq, from }) };
}

async function someItems(workspaceId: string, chatId: string, ids: string[]) {
  return { ...(await timelineOf(itemsByIdStatement, workspaceId, chatId, ids)), next: null };
}

/** @throws not_found */
async function timelineOf(
  statement: Statement<typeof TimelineRow>,
  ...values: unknown[]
): Promise<{ items: Out<typeof ChatItem>[]; lastSeq: number }> {
  const stored = await rows(rawClient, statement)(...values);
  if (!stored[0]) throw noSuchChat();
  const found = stored.flatMap((row) => (row.id === null ? [] : [itemOf(row)]));
  return { items: found.sort((a, b) => a.seq - b.seq), lastSeq: stored[0].lastSeq };
}

type Read = { isForward: boolean; lastSeq: number; from: number | undefined };

/** An empty page says nothing about a next one, so it is the last, or the last of those down to `from`. */
function nextOf(found: readonly { seq: number }[], { isForward, lastSeq, from = 1 }: Read): string | null {
  const [first, last] = [found[0]?.seq ?? from, found.at(-1)?.seq ?? lastSeq];
  if (isForward) return last < lastSeq ? rangeCursorFor({ after: last }) : null;
  return first > 1 ? rangeCursorFor({ before: first }) : null;
}
