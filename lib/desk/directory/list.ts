import type { z } from "zod";
import { dayMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { cursorFor, newestPosition, pageOf, readCursor } from "@/lib/kernel/page";
import { typedPhone } from "@/lib/people/shared/typed-phone";
import { currentTime } from "@/lib/platform/db/clock";
import * as replica from "@/lib/platform/db/replica";
import { rows } from "@/lib/platform/db/rows";
import type { ContactFilter } from "./contract";
import { type Condition, countQuery, type ListedRow, listQuery, maxFound } from "./list-sql";

const pageSize = 50;
const never = new Date(0);

/** @throws invalid_request for half of an attribute */
function conditionsOf({ text, problems, attribute, value, tag }: ContactFilter): Condition[] {
  if ((attribute === undefined) !== (value === undefined))
    throw new AppError("invalid_request", "attribute and value belong together: send both or neither.");
  return [
    ...(problems ? [{ kind: "problems" as const }] : []),
    ...(text === undefined ? [] : [{ kind: "text" as const, text, phone: typedPhone(text) ?? null }]),
    ...(attribute === undefined || value === undefined ? [] : [{ kind: "attribute" as const, key: attribute, value }]),
    ...(tag === undefined ? [] : [{ kind: "tag" as const, id: tag }]),
  ];
}

/** The condition that finds the fewest contacts, if these are few; null for a list that is read in its order. */
export async function rarest(on: replica.Reader, workspaceId: string, conditions: readonly Condition[]): Promise<Condition | null> {
  const counted: { condition: Condition; count: number }[] = [];
  for (const condition of conditions) {
    const [sql, ...values] = countQuery(workspaceId, condition);
    const [row] = await rows(on, sql)(...values);
    counted.push({ condition, count: row?.count ?? 0 });
  }
  const [fewest] = counted.sort((a, b) => a.count - b.count);
  return fewest && fewest.count <= maxFound ? fewest.condition : null;
}

/**
 * A page of contacts, the last seen first; `cursor` is the `next` of the page before. With a filter it may have fewer than fit, and none,
 * while there are more. @throws invalid_request
 */
export async function list(workspaceId: string, { cursor, ...filter }: ContactFilter & { cursor?: string | undefined }) {
  const [at, id] = cursor ? readCursor(cursor) : [newestPosition.at, newestPosition.id];
  const conditions = conditionsOf(filter);
  const since = filter.seen === undefined ? never : new Date(currentTime().getTime() - filter.seen * dayMs);
  const found = await replica.read(async (on) => {
    const by = await rarest(on, workspaceId, conditions);
    const [sql, ...values] = listQuery(workspaceId, { by, conditions }, { after: { at, id }, since, limit: pageSize + 1 });
    return rows(on, sql)(...values);
  });
  return pageFrom(found);
}

/** The contacts that were found; the next page begins after the last one of them, or of those read. */
export function pageFrom(read: z.output<typeof ListedRow>[]) {
  const found = read.filter(({ isFound }) => isFound);
  const { page, last = read.find(({ isEnd }) => isEnd) } = pageOf(found, pageSize);
  return {
    items: page.map(({ isFound: _, isEnd: __, ...contact }) => ({ ...contact, lastSeenAt: seenAt(contact.lastSeenAt) })),
    next: last ? cursorFor({ at: last.lastSeenAt, id: last.id }) : null,
  };
}

/** The database has 1970 for a contact that was never seen. */
export const seenAt = (at: Date): Date | null => (at.getTime() === 0 ? null : at);
