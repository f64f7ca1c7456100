import type { z } from "zod";
import { itemOf } from "@/lib/chats/item";
import { cursorFor, newestPosition, pageOf, readCursor } from "@/lib/kernel/page";
import * as replica from "@/lib/platform/db/replica";
import { rows } from "@/lib/platform/db/rows";
import type { TimelineEntry, TimelineFilter } from "./contract";
import { userIdOf } from "./known";
import { type EventRow, eventsStatement, type WrittenRow, writtenStatement } from "./timeline-sql";

const pageSize = 50;

type Entry = z.output<typeof TimelineEntry>;
type Position = { at: Date; id: string };

const placeOf = ({ at, item }: Entry): Position => ({ at, id: item.id });

function writtenEntry({ chatId, channel, ...row }: z.output<typeof WrittenRow>): Entry {
  const item = itemOf(row);
  if (item.kind === "card" || item.kind === "change") throw new Error(`Item ${item.id} is a ${item.kind}.`);
  return { at: item.createdAt, chat: { id: chatId, channel }, item };
}

const eventEntry = ({ at, chatId, channel, isEnd: _, ...event }: z.output<typeof EventRow>): Entry => ({
  at,
  chat: chatId && channel ? { id: chatId, channel } : null,
  item: { kind: "event", ...event },
});

const byPlace = (a: Position, b: Position): number => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : Number(a.id > b.id) * -1);
const newestFirst = (a: Entry, b: Entry): number => byPlace(placeOf(a), placeOf(b));

/**
 * One timeline over all chats of a contact, newest first: what was written and pressed by when, and events by when they happened.
 * With a channel a page may have fewer than fit, and none, while there are more.
 * @throws not_found, invalid_request
 */
export async function timeline(
  workspaceId: string,
  contactId: string,
  { kind, channel, cursor }: TimelineFilter & { cursor?: string | undefined },
) {
  await userIdOf(workspaceId, contactId);
  const [at, id] = cursor === undefined ? [newestPosition.at, newestPosition.id] : readCursor(cursor);
  const values = [workspaceId, contactId, at, id, channel ?? null, pageSize + 1];
  // One after the other, on one connection: others wait for the rest.
  const [written, events] = await replica.read(async (on) => [
    kind === "event" ? [] : await rows(on, writtenStatement(kind))(...values),
    kind === undefined || kind === "event" ? await rows(on, eventsStatement)(...values) : [],
  ]);
  const end = events.find(({ isEnd }) => isEnd);
  const found = channel === undefined ? events : events.filter(({ chatId }) => chatId !== null);
  // What is older than the last event read waits for the events in between.
  const entries = [...written.map(writtenEntry), ...found.map(eventEntry)]
    .filter((entry) => !end || byPlace(placeOf(entry), end) <= 0)
    .sort(newestFirst);
  const { page, last } = pageOf(entries, pageSize);
  const next = last ? placeOf(last) : end;
  return { items: page, next: next ? cursorFor(next) : null };
}
