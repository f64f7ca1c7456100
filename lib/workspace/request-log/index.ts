/**
 * The request log has a workspace's recent requests to the public API, without bodies, for 30 days. Their number by the minute is
 * `usage`.
 */

import { setTimeout as pause } from "node:timers/promises";
import { dayMs } from "@/lib/kernel/durations";
import { lowestId } from "@/lib/kernel/id-bounds";
import { newId } from "@/lib/kernel/ids";
import { pageOf, readIdCursor } from "@/lib/kernel/page";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isTooSlow, isUnavailable, withRetry } from "@/lib/platform/db/errors";
import * as replica from "@/lib/platform/db/replica";
import { IdRow, type Runner, rows, run } from "@/lib/platform/db/rows";
import { buffer, deleteInBatches } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import { type FinishedCall, type Line, lineOf, pathOf } from "./line";
import { newQuota, type Quota, withinQuota } from "./quota";
import { behindStatement, forgetStatement, listStatement, removeStatement, writeStatement } from "./sql";

/** Longer than any instance needs to gather and write a line. */
const maxWriteDelayMs = 3_000;
const maxGathered = 2_000;
/** Lines of all workspaces together that wait, so that a busy instance spends little on its log. */
const maxAnswered = 250;
const pageSize = 50;
const retentionMs = 30 * dayMs;
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
}

const writeTogether = (lines: Line[]) => withRetry(() => run(db(), writeStatement)(JSON.stringify(lines)));

/** A page, newest first; `before` is the last id of the previous page. */
export async function list(workspaceId: string, { only, cursor }: { only?: "errors" | undefined; cursor?: string | undefined }) {
  await gathered.flush();
  const min = only === "errors" ? 400 : 0;
  const values = [workspaceId, min, cursor ? readIdCursor(cursor) : null, pageSize + 1];
  const found = await replica.read((on) => rows(on, listStatement)(...values));
  const { page, last } = pageOf(found, pageSize);
  const items = page.map(({ keyName, lastFour, ...row }) => ({
    ...row,
    path: pathOf(row),
    key: keyName === null || lastFour === null ? null : { name: keyName, lastFour },
  }));
  return { items, next: last?.id ?? null };
}

/**
 * Removes a contact's userId from the newest lines, in the transaction that deletes the contact and has locked the row. Most logs
 * have no other lines; `forgetWritten` covers the rest.
 */
export async function forget(on: Runner, workspaceId: string, userId: string): Promise<void> {
  for (const line of gathered.waiting().lines) if (line.workspaceId === workspaceId && mentions(line, userId)) redactLine(line);
  const [behind] = await rows(on, behindStatement)(workspaceId, maxLines);
  await redactBatch(on, workspaceId, { userId, until: currentTime(), behind: behind?.id ?? lowestId, max: maxLines });
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
  const values = [userId, encodeURIComponent(userId), until, behind, max];
  const [seen] = await rows(on, forgetStatement)(workspaceId, ...values);
  return seen && seen.count === max ? seen.last : null;
}

const mentions = ({ userId, path }: Line, wanted: string) =>
  userId === null ? path.split("/").some((part) => part === wanted || part === encodeURIComponent(wanted)) : userId === wanted;

function redactLine(line: Line): void {
  line.path = line.userId === null ? "…" : line.path;
  line.userId = null;
  line.message = null;
}

/** Removes lines older than 30 days, and a workspace's oldest lines beyond 10,000, in batches. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const before = new Date(currentTime().getTime() - retentionMs);
  const workspaces = await rows(db(), { row: IdRow, scope: "all" })`
    select w.id from workspace w where exists (select from api_request r where r.workspace_id = w.id) /* all workspaces */`;
  for (const { id } of workspaces)
    await deleteInBatches({ what: "requests", signal }, (limit) => run(db(), removeStatement)(id, before, maxLines, limit));
}
