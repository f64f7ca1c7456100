import type { z } from "zod";
import { itemOf } from "@/lib/chats/item";
import { AppError } from "@/lib/kernel/errors";
import { isUuid } from "@/lib/kernel/ids";
import { newestPosition, pageOf } from "@/lib/kernel/page";
import * as replica from "@/lib/platform/db/replica";
import { rows } from "@/lib/platform/db/rows";
import type { TimelineEntry, TimelineFilter } from "./contract";
import { userIdOf } from "./known";
import { type EventRow, eventsStatement, type WrittenRow, writtenStatement } from "./timeline-sql";

const pageSize = 50;

type Entry = z.output<typeof TimelineEntry>;
type Position = { at: Date; id: string };

/** After every entry. */

const cursorOf = ({ at, id }: Position): string => `${at.toISOString()}_${id}`;
const placeOf = ({ at, item }: Entry): Position => ({ at, id: item.id });

/** Events may be older than 1970; the database knows no year 0. @throws invalid_request */
function positionOf(cursor: string): Position {
  const [time = "", id = ""] = cursor.split("_");
  if (!/^(?!0000)\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(time) || Number.isNaN(Date.parse(time)) || !isUuid(id))
    throw new AppError("invalid_request", "cursor must be the next of the page before.");
  return { at: new Date(time), id };
}

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
  const { at, id } = cursor === undefined ? newestPosition : positionOf(cursor);
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
  return { items: page, next: next ? cursorOf(next) : null };
}
