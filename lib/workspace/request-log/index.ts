/**
 * The request log has a workspace's recent requests to the public API for 30 days, and of refused ones, for 7 days, what was sent, without
 * any of its values. Their number by the minute is `usage`.
 */

import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { dayMs } from "@/lib/kernel/durations";
import { AppError } from "@/lib/kernel/errors";
import { lowestId } from "@/lib/kernel/id-bounds";
import { newId } from "@/lib/kernel/ids";
import { pageOf, readIdCursor } from "@/lib/kernel/page";
import { type Database, db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isTooSlow, isUnavailable, withRetry } from "@/lib/platform/db/errors";
import { lockRow } from "@/lib/platform/db/lock-row";
import * as replica from "@/lib/platform/db/replica";
import { IdRow, type Runner, rows, run } from "@/lib/platform/db/rows";
import { buffer, deleteInBatches } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { notify } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import type { RequestFilter as Filter, RequestSettings as Settings } from "./contract";
import { type FinishedCall, type Line, lineOf, pathOf } from "./line";
import { newQuota, type Quota, withinQuota } from "./quota";
import {
  behindStatement,
  emptyStatement,
  errorsStatement,
  forgetAllStatement,
  forgetStatement,
  ignoredStatement,
  listStatement,
  removeStatement,
  sentStatement,
  writeStatement,
} from "./sql";

/** Longer than any instance needs to gather and write a line. */
const maxWriteDelayMs = 3_000;
const maxGathered = 2_000;
/** Lines of all workspaces together that wait, so that a busy instance spends little on its log. */
const maxAnswered = 250;
const pageSize = 50;
const retentionMs = 30 * dayMs;
const bodyRetentionMs = 7 * dayMs;
/** How many like errors are shown, and ignored fields. */
const maxGroups = 10;
const maxLines = 10_000;
const redactedPerBatch = 2_000;
/** Covers the lines that other instances noted while the deletion ran. */
const deletionMs = 1_000;
/** Sorts before every line's id. */
const pauseMs = 50;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    requestQuota: Quota;
  }
}

/** The log is informational: a batch that could not be written is dropped. */
const logLost = (error: unknown) => log.warn({ error }, "lines of the request log were lost");

type Gathered = { lines: Line[]; succeeded: number };

/** Lines are gathered in memory and written in a batch once a second; a killed process loses the unwritten ones. */
const gathered = buffer<Gathered>({
  name: "request log",
  everyMs: 1_000,
  empty: () => ({ lines: [], succeeded: 0 }),
  write,
  failed: logLost,
});
export const jobs = [gathered];

/** Notes a call that carried a live key. The caller does not wait, because the line is written later. */
export function note(call: FinishedCall): void {
  const now = currentTime().getTime();
  const state = gathered.waiting();
  const quota = singleton("requestQuota", newQuota);
  const isRefused = call.status >= 400;
  const isFull = state.lines.length >= maxGathered || (!isRefused && state.succeeded >= maxAnswered);
  if (isFull || !withinQuota(quota, { workspaceId: call.workspaceId, kind: isRefused ? "refused" : "succeeded", now })) {
    metrics.requestUnlisted();
    return;
  }
  if (!isRefused) state.succeeded += 1;
  gathered.collect().lines.push(lineOf(call, newId(), new Date(now)));
}

async function write({ lines }: Gathered): Promise<void> {
  if (lines.length === 0) return;
  try {
    await writeTogether(lines);
  } catch (error) {
    if (isUnavailable(error) || isTooSlow(error)) throw error;
    // A line that the database rejects must not lose the others.
    for (const line of lines) await writeTogether([line]).catch(logLost);
  }
  const newest = new Map(lines.map(({ workspaceId, id }) => [workspaceId, id]));
  for (const [workspaceId, id] of newest) notify(workspaceId, { requests: [id] });
}

const writeTogether = (lines: Line[]) => withRetry(() => run(db(), writeStatement)(JSON.stringify(lines)));

/** A page, newest first; `cursor` is the last id of the previous page. */
export async function list(workspaceId: string, { status, path, key, cursor }: Filter & { cursor?: string | undefined }) {
  await gathered.flush();
  const [min, max] = statusesOf(status);
  const filters = [min, max, path ?? null, path === undefined ? null : inPath(path), key ?? null];
  const found = await replica.read((on) =>
    rows(on, listStatement)(workspaceId, ...filters, cursor ? readIdCursor(cursor) : null, pageSize + 1),
  );
  const { page, last } = pageOf(found, pageSize);
  const items = page.map(({ keyName, lastFour, ignored, ...row }) => ({
    ...row,
    path: pathOf(row),
    key: keyName === null || lastFour === null ? null : { name: keyName, lastFour },
    ignored: ignored === null ? [] : ignored.split(", ").map(ignoredFieldOf),
  }));
  return { items, next: last?.id ?? null };
}

function statusesOf(status: Filter["status"]): [min: number, max: number] {
  if (status === undefined) return [0, 599];
  return status === "errors" ? [400, 599] : [Number(status), Number(status)];
}

/** A part of a path as it is in a userId, which is stored without its encoding. */
function inPath(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** `user_id>userId`: a name, and the field that was probably meant. */
function ignoredFieldOf(text: string): { name: string; field: string | null } {
  const [name = "", field] = text.split(">");
  return { name, field: field ?? null };
}

/** What a call sent and was answered, masked. @throws not_found */
export async function get(workspaceId: string, id: string): Promise<{ body: string | null; answer: string | null }> {
  const [row] = await rows(db(), sentStatement)(workspaceId, id);
  if (!row) throw new AppError("not_found", "There is no such request. Requests are kept for 30 days.");
  const { body, answer, code, message } = row;
  const said = code === null || message === null ? null : JSON.stringify({ error: { code, message } });
  return { body, answer: answer ?? said };
}

/** What goes wrong again and again: like errors of the last 7 days, and fields that were ignored. */
export async function groups(workspaceId: string) {
  await gathered.flush();
  const values = [workspaceId, new Date(currentTime().getTime() - bodyRetentionMs), maxGroups];
  return replica.read(async (on) => {
    const errors = await rows(on, errorsStatement)(...values);
    const ignored = await rows(on, ignoredStatement)(...values);
    return { errors, ignored: ignored.map(({ name, ...row }) => ({ ...row, ...ignoredFieldOf(name) })) };
  });
}

const readSettings = (workspaceId: string, on: Pick<Database, "workspace">) =>
  on.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { name: true, keepsRequestBodies: true } });

export const settings = async (workspaceId: string): Promise<Settings> => ({
  keepsBodies: (await readSettings(workspaceId, db())).keepsRequestBodies,
});

/** Whether the log has what refused calls send. What is there is removed with either change: nothing comes back. */
export async function changeSettings(workspaceId: string, by: Actor, { keepsBodies }: Settings): Promise<Settings> {
  const isChanged = await db().$transaction(async (tx) => {
    // Locked until the transaction ends, so that the audit entry has the previous value.
    await lockRow(tx, "workspace", workspaceId);
    const { name, keepsRequestBodies } = await readSettings(workspaceId, tx);
    if (keepsRequestBodies === keepsBodies) return false;
    await tx.workspace.update({ where: { id: workspaceId }, data: { keepsRequestBodies: keepsBodies } });
    const details = { keepsBodies: { from: keepsRequestBodies, to: keepsBodies } };
    await audit.record(tx, workspaceId, by, { what: "workspace.requests_changed", subject: name, details });
    return true;
  });
  if (isChanged) await empty(workspaceId, currentTime(), new AbortController().signal);
  return { keepsBodies };
}

const empty = (workspaceId: string, before: Date, signal: AbortSignal) =>
  deleteInBatches({ what: "bodies of requests", signal }, (limit) => run(db(), emptyStatement)(workspaceId, before, limit));

/**
 * Removes a contact's userId from the newest lines, in the transaction that deletes the contact and has locked the row. Most logs
 * have no other lines; `forgetWritten` covers the rest.
 */
export async function forget(on: Runner, workspaceId: string, userId: string): Promise<void> {
  for (const line of gathered.waiting().lines) if (line.workspaceId === workspaceId && mentions(line, userId)) redactLine(line, userId);
  const [behind] = await rows(on, behindStatement)(workspaceId, maxLines);
  await redactBatch(on, workspaceId, { userId, until: currentTime(), behind: behind?.id ?? lowestId, max: maxLines });
}

/**
 * The same of many contacts that were made by mistake, after they are gone. Nobody asked to be forgotten, so it looks only at what a line names
 * as its contact. Lines that are written later find no such contact.
 */
export async function forgetAll(workspaceId: string, userIds: readonly string[]): Promise<void> {
  const gone = new Set(userIds);
  for (const line of gathered.waiting().lines)
    if (line.workspaceId === workspaceId && line.userId !== null && gone.has(line.userId)) redactLine(line, line.userId);
  await withRetry(() => run(db(), forgetAllStatement)(workspaceId, userIds));
}

/** Whether all instances have written the lines that they noted before the deletion, so that `forgetWritten` finds every line. */
export const isWritten = (deletedAt: Date): boolean => currentTime().getTime() - deletedAt.getTime() >= maxWriteDelayMs;

/** Removes the userId of a deleted contact from the whole log, in batches. Returns false when `signal` ended it early. */
export async function redactUserId(workspaceId: string, userId: string, { deletedAt, signal }: { deletedAt: Date; signal: AbortSignal }) {
  const until = new Date(deletedAt.getTime() + deletionMs);
  for (let behind: string | null = lowestId; behind; ) {
    if (signal.aborted) return false;
    behind = await withRetry(() => redactBatch(db(), workspaceId, { userId, until, behind: behind ?? lowestId, max: redactedPerBatch }));
    if (behind) await pause(pauseMs);
  }
  return true;
}

type Redaction = { userId: string; until: Date; behind: string; max: number };

/** Returns the id to continue after, or null at the end of the log. */
async function redactBatch(on: Runner, workspaceId: string, { userId, until, behind, max }: Redaction): Promise<string | null> {
  const values = [userId, encodeURIComponent(userId), until, behind, max, asName(userId)];
  const [seen] = await rows(on, forgetStatement)(workspaceId, ...values);
  return seen && seen.count === max ? seen.last : null;
}

/** A userId where a body has a name, as JSON. */
const asName = (userId: string): string => `${JSON.stringify(userId)}:`;

const isInPath = ({ userId, path }: Line, wanted: string): boolean =>
  userId === null && path.split("/").some((part) => part === wanted || part === encodeURIComponent(wanted));

const mentions = (line: Line, wanted: string): boolean =>
  line.userId === wanted ||
  isInPath(line, wanted) ||
  [line.message, line.answer, line.ignored].some((text) => text?.includes(wanted)) ||
  line.body?.includes(asName(wanted)) === true;

function redactLine(line: Line, wanted: string): void {
  line.path = isInPath(line, wanted) ? "…" : line.path;
  if (line.userId === wanted) line.userId = null;
  line.message = null;
  line.body = null;
  line.answer = null;
  line.ignored = null;
}

const KeepingRow = IdRow.extend({ keeps: z.boolean() });

/**
 * Removes lines older than 30 days, and a workspace's oldest lines beyond 10,000, and what calls sent after 7 days, in batches; all of it
 * where the workspace keeps none and something was written just then.
 */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const now = currentTime();
  const [before, bodiesBefore] = [retentionMs, bodyRetentionMs].map((ms) => new Date(now.getTime() - ms)) as [Date, Date];
  const workspaces = await rows(db(), { row: KeepingRow, scope: "all" })`
    select w.id, w.keeps_request_bodies as keeps from workspace w
    where exists (select from api_request r where r.workspace_id = w.id) /* all workspaces */`;
  for (const { id, keeps } of workspaces) {
    await deleteInBatches({ what: "requests", signal }, (limit) => run(db(), removeStatement)(id, before, maxLines, limit));
    await empty(id, keeps ? bodiesBefore : now, signal);
  }
}
