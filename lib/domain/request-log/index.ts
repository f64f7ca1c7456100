import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@/lib/kernel/ids";
import { db, type Runner } from "@/lib/platform/db";
import { isUnavailable, settle } from "@/lib/platform/db/errors";
import { IdRow, rows } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import { type Ended, type Line, lineOf, pathOf } from "./line";
import { mayKeep, newQuota, type Quota } from "./quota";
import { behindStatement, ForgottenRow, forgetStatement, listStatement, RequestRow, removeStatement, writeStatement } from "./sql";

const gatherMs = 1_000;
/** Longer than any instance gathers and writes. */
const againMs = 3_000;
const mostGathered = 2_000;
/** Of all workspaces together, so that a busy instance spends little on its log. */
const mostAnswered = 250;
const pageSize = 50;
const keptMs = 30 * 24 * 60 * 60 * 1000;
const keptLines = 10_000;
const forgottenAtOnce = 2_000;
/** A deletion takes a moment, and what other instances noted in it is meant, too. */
const deletingMs = 1_000;
/** Before the id of every line. */
const noId = "00000000-0000-0000-0000-000000000000";
const batch = 500;
const pauseMs = 50;

type Gathered = {
  lines: Line[];
  answered: number;
  quota: Quota;
  timer: NodeJS.Timeout | undefined;
  writing: Promise<void>;
};

declare module "@/lib/platform/runtime" {
  interface Runtime {
    requestLog: Gathered;
  }
}

/** Lines wait in memory, and are written together once a second: what a killed process had not written is lost. */
const gathered = () =>
  singleton("requestLog", () => ({ lines: [], answered: 0, quota: newQuota(), timer: undefined, writing: Promise.resolve() }));

/** Notes a call that carried a live key. It costs the caller nothing: the database hears of it later. */
export function note(call: Ended): void {
  const now = Date.now();
  const held = gathered();
  const isRefused = call.status >= 400;
  const isFull = held.lines.length >= mostGathered || (!isRefused && held.answered >= mostAnswered);
  if (isFull || !mayKeep(held.quota, { workspaceId: call.workspaceId, kind: isRefused ? "refused" : "answered", now })) {
    metrics.requestUnlisted();
    return;
  }
  if (!isRefused) held.answered += 1;
  held.lines.push(lineOf(call, newId(), new Date(now)));
  held.timer ??= setTimeout(flush, gatherMs).unref();
}

/** Writes what has been gathered; one batch after the other. */
export function flush(): Promise<void> {
  const held = gathered();
  clearTimeout(held.timer);
  held.timer = undefined;
  held.writing = held.writing.then(write).catch(lost);
  return held.writing;
}

async function write(): Promise<void> {
  const held = gathered();
  const lines = held.lines.splice(0);
  held.answered = 0;
  if (lines.length === 0) return;
  try {
    await writeTogether(lines);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    // One that the database refuses costs no other line.
    for (const line of lines) await writeTogether([line]).catch(lost);
  }
}

const writeTogether = (lines: Line[]) => settle(() => db().$executeRawUnsafe(writeStatement, JSON.stringify(lines)));

/** The log is for looking at: a batch that could not be written is let go. */
const lost = (error: unknown) => log.warn({ error }, "lines of the request log were lost");

/** A page, newest first; `before` is the last id of the page before. */
export async function list(workspaceId: string, { only, before }: { only?: "errors" | undefined; before?: string | undefined }) {
  await flush();
  const least = only === "errors" ? 400 : 0;
  const found = await rows(db(), RequestRow)(listStatement, workspaceId, least, before ?? null, pageSize + 1);
  const requests = found.slice(0, pageSize).map(({ keyName, lastFour, ...row }) => ({
    ...row,
    path: pathOf(row),
    key: keyName === null || lastFour === null ? null : { name: keyName, lastFour },
  }));
  return { requests, hasEarlier: found.length > pageSize };
}

/**
 * Takes a contact's userId out of what was noted, in the transaction that deletes them and has locked their row. It looks at
 * the newest lines, which are all that most logs have; `forgetWritten` looks at the rest.
 */
export async function forget(on: Runner, workspaceId: string, userId: string): Promise<void> {
  for (const line of gathered().lines) if (line.workspaceId === workspaceId && names(line, userId)) blank(line);
  const [behind] = await rows(on, IdRow)(behindStatement, workspaceId, keptLines);
  await blankSome(on, workspaceId, { userId, until: new Date(), behind: behind?.id ?? noId, most: keptLines });
}

/** From when on a deleted contact can be forgotten for good: until then other instances had lines in their memory, or on the way to the database. */
export const isWritten = (deletedAt: Date): boolean => Date.now() - deletedAt.getTime() >= againMs;

/** Takes the userId of a contact that was deleted out of the whole log, a few lines at a time. False when it ended early. */
export async function forgetWritten(workspaceId: string, userId: string, { deletedAt, signal }: { deletedAt: Date; signal: AbortSignal }) {
  const until = new Date(deletedAt.getTime() + deletingMs);
  for (let behind: string | null = noId; behind; ) {
    if (signal.aborted) return false;
    behind = await settle(() => blankSome(db(), workspaceId, { userId, until, behind: behind ?? noId, most: forgottenAtOnce }));
    if (behind) await pause(pauseMs);
  }
  return true;
}

type Forgetting = { userId: string; until: Date; behind: string; most: number };

/** Returns where to go on; nothing at the end of the log. */
async function blankSome(on: Runner, workspaceId: string, { userId, until, behind, most }: Forgetting): Promise<string | null> {
  const values = [userId, encodeURIComponent(userId), until, behind, most];
  const [seen] = await rows(on, ForgottenRow)(forgetStatement, workspaceId, ...values);
  return seen && seen.count === most ? seen.last : null;
}

const names = ({ userId, path }: Line, who: string) =>
  userId === null ? path.split("/").some((part) => part === who || part === encodeURIComponent(who)) : userId === who;

function blank(line: Line): void {
  line.path = line.userId === null ? "…" : line.path;
  line.userId = null;
  line.message = null;
}

/** Removes lines older than 30 days, and the oldest of a workspace that has more than 10,000; a few at a time. */
export async function removeOld(signal: AbortSignal): Promise<void> {
  const before = new Date(Date.now() - keptMs);
  const workspaces = await rows(db(), IdRow)`
    select w.id from workspace w where exists (select from api_request r where r.workspace_id = w.id)`;
  for (const { id } of workspaces) {
    for (let removed = batch; removed === batch && !signal.aborted; ) {
      removed = await db().$executeRawUnsafe(removeStatement, id, before, keptLines, batch);
      if (removed > 0) metrics.rowsRemoved("requests", removed);
      await pause(pauseMs);
    }
  }
}
