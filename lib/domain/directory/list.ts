import { AppError } from "@/lib/kernel/errors";
import { cursorFor, pageOf, readCursor } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import type { ContactFilter } from "./contract";
import { type Condition, CountRow, countQuery, ListedRow, listQuery, maxFound } from "./list-sql";
import { digitsOf } from "./shared/digits";

const pageSize = 50;
const dayMs = 24 * 60 * 60 * 1000;
/** After every time, and before every other id. */
const first = { at: new Date("9999-12-31T00:00:00Z"), id: "ffffffff-ffff-ffff-ffff-ffffffffffff" };
const never = new Date(0);

/** @throws invalid_request for half of an attribute */
function conditionsOf({ text, problems, attribute, value }: ContactFilter): Condition[] {
  if ((attribute === undefined) !== (value === undefined))
    throw new AppError("invalid_request", "attribute and value belong together: send both or neither.");
  return [
    ...(problems ? [{ kind: "problems" as const }] : []),
    ...(text === undefined ? [] : [{ kind: "text" as const, text, digits: digitsOf(text) }]),
    ...(attribute === undefined || value === undefined ? [] : [{ kind: "attribute" as const, key: attribute, value }]),
  ];
}

/** The condition that finds the fewest contacts, if these are few; null for a list that is read in its order. */
async function rarest(workspaceId: string, conditions: readonly Condition[]): Promise<Condition | null> {
  const counted = await Promise.all(
    conditions.map(async (condition) => {
      const [row] = await rows(db(), CountRow)(...countQuery(workspaceId, condition));
      return { condition, count: row?.count ?? 0 };
    }),
  );
  const [fewest] = counted.sort((a, b) => a.count - b.count);
  return fewest && fewest.count <= maxFound ? fewest.condition : null;
}

/** A page of contacts, the last seen first; `cursor` is the `next` of the page before. @throws invalid_request */
export async function list(workspaceId: string, { cursor, ...filter }: ContactFilter & { cursor?: string | undefined }) {
  const [at, id] = cursor ? readCursor(cursor) : [first.at, first.id];
  const conditions = conditionsOf(filter);
  const by = await rarest(workspaceId, conditions);
  const since = filter.seen === undefined ? never : new Date(Date.now() - filter.seen * dayMs);
  const query = listQuery(workspaceId, { by, conditions }, { after: { at, id }, since, limit: pageSize + 1 });
  const { page, last } = pageOf(await rows(db(), ListedRow)(...query), pageSize);
  return {
    items: page.map((contact) => ({ ...contact, lastSeenAt: seenAt(contact.lastSeenAt) })),
    next: last ? cursorFor({ at: last.lastSeenAt, id: last.id }) : null,
  };
}

/** The database has 1970 for a contact that was never seen. */
export const seenAt = (at: Date): Date | null => (at.getTime() === 0 ? null : at);
