/**
 * A list is what a company's backend reads page by page by the public API: contacts, the events of one, problems and action calls. What
 * members look at is in the directory, the panel and the log of calls.
 */

import { noSuchContact } from "@/lib/context/contacts/missing";
import { rarest } from "@/lib/desk/directory/list";
import type { Condition } from "@/lib/desk/directory/list-sql";
import { AppError } from "@/lib/kernel/errors";
import { firstMoment, newestPosition, pageOf, TimePosition, TimesPosition } from "@/lib/kernel/page";
import { contactOf } from "@/lib/people/contact-of";
import { typedPhone } from "@/lib/people/shared/typed-phone";
import { db } from "@/lib/platform/db";
import * as replica from "@/lib/platform/db/replica";
import { rows } from "@/lib/platform/db/rows";
import { type ListOf, listCursorFor, readListCursor } from "@/lib/platform/list-cursor";
import type { CallsFilter, ContactsFilter, EventsFilter, ProblemsFilter } from "./contract";
import { callStatement, callsStatement, contactsQuery, eventsStatement, problemsQuery } from "./sql";

type Paging = { cursor?: string | undefined; limit: number };

type Row = { isFound: boolean; isEnd: boolean };

/** The rows of a page, and the one that the next page goes on after: the last of them, or the last one that was read. */
function pageFrom<R extends Row>(read: R[], limit: number): { page: Omit<R, keyof Row>[]; last: R | undefined } {
  const { page, last = read.find(({ isEnd }) => isEnd) } = pageOf(
    read.filter(({ isFound }) => isFound),
    limit,
  );
  return { page: page.map(({ isFound: _, isEnd: __, ...one }) => one), last };
}

const cursorTo = (of: ListOf, position: readonly string[] | undefined): string | null => (position ? listCursorFor(of, position) : null);

/** A page of contacts. @throws invalid_cursor */
export async function contacts(workspaceId: string, { cursor, limit, ...filter }: ContactsFilter & Paging) {
  const of = { list: "contacts", workspaceId, filter };
  const [at, id] = cursor ? readListCursor(of, cursor, TimePosition) : [newestPosition.at, newestPosition.id];
  const { q, email, phone, attributes = {}, updatedSince, hasOpenProblem } = filter;
  const conditions: Condition[] = [
    ...(hasOpenProblem ? [{ kind: "problems" as const }] : []),
    ...(q ? [{ kind: "text" as const, text: q, phone: typedPhone(q) ?? null }] : []),
    ...(email === undefined ? [] : [{ kind: "email" as const, key: email.toLowerCase() }]),
    ...(phone === undefined ? [] : [{ kind: "phone" as const, phone }]),
    ...Object.entries(attributes).map(([key, value]) => ({ kind: "attribute" as const, key, value })),
  ];
  const found = await replica.read(async (on) => {
    const by = await rarest(on, workspaceId, conditions);
    const of = { by, conditions, isWithoutProblem: hasOpenProblem === false, updatedSince, after: { at, id }, limit: limit + 1 };
    const [sql, ...values] = contactsQuery(workspaceId, of);
    return rows(on, sql)(...values);
  });
  const { page, last } = pageFrom(found, limit);
  return {
    data: page.map(({ id: _, ...contact }) => contact),
    nextCursor: cursorTo(of, last && [last.updatedAt.toISOString(), last.id]),
  };
}

/** A page of a contact's events. @throws customer_not_found, invalid_cursor */
export async function events(workspaceId: string, userId: string, { cursor, limit, ...filter }: EventsFilter & Paging) {
  const of = { list: "events", workspaceId, filter: { ...filter, userId } };
  const [occurredAt, receivedAt, id] = cursor
    ? readListCursor(of, cursor, TimesPosition)
    : [newestPosition.at, newestPosition.at, newestPosition.id];
  const { level, open, from = firstMoment, to = newestPosition.at } = filter;
  // Only a problem is open, or was closed.
  const sql = eventsStatement({ level: open === undefined ? level : "problem", open });
  const found = await replica.read(async (on) => {
    const contactId = await contactOf(on, workspaceId, userId);
    if (!contactId) throw noSuchContact();
    if (open !== undefined && level === "info") return [];
    return rows(on, sql)(workspaceId, contactId, from, to, occurredAt, receivedAt, id, limit + 1);
  });
  const { page, last } = pageFrom(found, limit);
  return { data: page, nextCursor: cursorTo(of, last && [last.occurredAt, last.receivedAt, last.id]) };
}

/** A page of problems. @throws invalid_cursor */
export async function problems(workspaceId: string, { cursor, limit, ...filter }: ProblemsFilter & Paging) {
  const of = { list: "problems", workspaceId, filter };
  const [at, id] = cursor ? readListCursor(of, cursor, TimePosition) : [newestPosition.at, newestPosition.id];
  const { userId, open, event, reference, from, to } = filter;
  const found = await replica.read(async (on) => {
    const ownerId = userId === undefined ? undefined : await contactOf(on, workspaceId, userId);
    if (userId !== undefined && ownerId === undefined) return [];
    const after = { at, id };
    const [sql, ...values] = problemsQuery(workspaceId, { open, ownerId, event, reference, from, to, after, limit: limit + 1 });
    return rows(on, sql)(...values);
  });
  const { page, last } = pageFrom(found, limit);
  return {
    data: page.map(({ lastAtExact: _, ...problem }) => problem),
    nextCursor: cursorTo(of, last && [last.lastAtExact.toISOString(), last.id]),
  };
}

/** A page of action calls. @throws invalid_cursor */
export async function actionCalls(workspaceId: string, { cursor, limit, ...filter }: CallsFilter & Paging) {
  const of = { list: "action-calls", workspaceId, filter };
  const [at = null, id = null] = cursor ? readListCursor(of, cursor, TimePosition) : [];
  const { status = null, userId, action, from = null, to = null } = filter;
  const sql = callsStatement({ hasState: status !== null, hasContact: userId !== undefined, hasAction: action !== undefined });
  const found = await replica.read(async (on) => {
    const contactId = userId === undefined ? undefined : await contactOf(on, workspaceId, userId);
    if (userId !== undefined && contactId === undefined) return [];
    const more = [contactId, action].filter((value) => value !== undefined);
    return rows(on, sql)(workspaceId, status, null, from, to, at, id, limit + 1, ...more);
  });
  const { page, last } = pageFrom(found, limit);
  return { data: page.map(withAgent), nextCursor: cursorTo(of, last && [last.startedAt.toISOString(), last.id]) };
}

/** An action call with what was sent and what came back. @throws not_found */
export async function actionCall(workspaceId: string, callId: string) {
  const [found] = await rows(db(), callStatement)(workspaceId, callId);
  if (!found) throw new AppError("not_found", "There is no such call. Calls are kept for 30 days.");
  return withAgent(found);
}

const withAgent = <R extends { agentId: string; agentName: string }>({ agentId, agentName, ...call }: R) => ({
  ...call,
  agent: { id: agentId, name: agentName },
});
