import type { z } from "zod";
import * as events from "@/lib/context/events";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import { workInSteps } from "@/lib/platform/db/turns/steps";
import { startSweeping } from "@/lib/platform/db/turns/sweep";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { notify } from "@/lib/platform/notify";
import { singleton } from "@/lib/platform/runtime";
import * as requests from "@/lib/workspace/request-log";
import {
  clearFormerUserIdStatement,
  countStatement,
  DeletedRow,
  deletedStatement,
  nextStatement,
  OldestRow,
  oldestStatement,
  removeStatement,
  sweepStatement,
} from "./sql";

const intervalMs = 20_000;
/** How often a long run looks how old the oldest is. */
const oldestMs = 10_000;
/** How long to wait for other instances to write the log lines that they have in memory. */
const waitMs = 500;

type Deleted = z.output<typeof DeletedRow>;
/** How far the events of a contact were removed, and the chats that were notified. */
type RemovalProgress = { from: Date | null; notified: Set<string> };

type Job = {
  stopping: AbortController;
  running: Promise<void> | undefined;
  isRequested: boolean;
  /** When the oldest contact that is left was deleted, as of the last query of this instance. */
  oldest: Date | undefined;
  /** By `performance.now()`. */
  lookedAt: number;
};
declare module "@/lib/platform/runtime" {
  interface Runtime {
    contactRemoval: Job;
  }
}

export const queue = { name: "deleted contacts", nextStatement, sweepStatement, countStatement };

const job = () =>
  singleton("contactRemoval", () => ({
    stopping: new AbortController(),
    running: undefined,
    isRequested: false,
    oldest: undefined,
    lookedAt: -Infinity,
  }));

/**
 * Removes what deleted contacts left behind: now, after each deletion, and at an interval. It resumes where a killed process
 * stopped. The returned function stops it and waits for the current batch.
 */
export function startRemovalOfDeleted(): () => Promise<void> {
  scheduleRemoval();
  const stopSweeping = startSweeping(queue, scheduleRemoval);
  const timer = setInterval(scheduleRemoval, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    job().stopping.abort();
    await Promise.all([stopSweeping(), job().running]);
  };
}

/** Starts the removal in the background, or lets a running one look for more when it is done. */
export function scheduleRemoval(): void {
  const current = job();
  current.isRequested = true;
  current.running ??= run(current).finally(() => {
    current.running = undefined;
  });
}

async function run(current: Job): Promise<void> {
  const { signal } = current.stopping;
  while (current.isRequested && !signal.aborted) {
    current.isRequested = false;
    try {
      if (await isWaiting()) await withSingleRunnerLock("deleted contacts", () => removeAll(signal));
      await isWaiting();
    } catch (error) {
      log.error({ error }, "the removal of what deleted contacts left behind failed; it goes on in a while");
    }
  }
}

async function isWaiting(): Promise<boolean> {
  job().lookedAt = performance.now();
  const found = await rows(db(), OldestRow)(oldestStatement);
  const times = found.flatMap(({ deletedAt }) => deletedAt ?? []);
  job().oldest = times.sort((a, b) => a.getTime() - b.getTime())[0];
  return job().oldest !== undefined;
}

/** The age of the oldest deletion whose rows are not all removed yet; for the metrics. */
export function removalAgeSeconds(): number {
  const { oldest } = job();
  return oldest ? Math.max(1, (currentTime().getTime() - oldest.getTime()) / 1000) : 0;
}

/** A contact that fails is left for the next run and does not hold up the others. */
function removeAll(signal: AbortSignal): Promise<void> {
  const progressOf = new Map<string, RemovalProgress>();
  return workInSteps<Deleted>({
    queue,
    signal,
    waitMs,
    waiting: async (workspaceId, max) => {
      if (performance.now() - job().lookedAt > oldestMs) await isWaiting();
      return rows(db(), DeletedRow)(deletedStatement, workspaceId, max);
    },
    idOf: ({ id }) => id,
    step: (contact) => {
      const progress = progressOf.get(contact.id) ?? { from: null, notified: new Set() };
      progressOf.set(contact.id, progress);
      return removeSome(contact, progress, signal);
    },
    failed: ({ id }, error) => log.error({ error, contact: id }, "a batch of what a deleted contact left behind could not be removed"),
  });
}

/** One batch. False when there is nothing to do but wait. */
async function removeSome(contact: Deleted, progress: RemovalProgress, signal: AbortSignal): Promise<boolean> {
  const { workspaceId, id, deletedAt, formerUserId } = contact;
  if (formerUserId !== null && requests.isWritten(deletedAt)) {
    if (!(await requests.redactUserId(workspaceId, formerUserId, { deletedAt, signal }))) return true;
    await db().$executeRawUnsafe(clearFormerUserIdStatement, workspaceId, id);
  }
  const { count, items, last } = await withRetry(() => events.removeBatchOf(db(), workspaceId, id, progress.from));
  if (count > 0) {
    metrics.rowsRemoved("events of deleted contacts", count);
    notifyChats(
      workspaceId,
      progress,
      items.map(({ chatId }) => chatId),
    );
    progress.from = last;
    return true;
  }
  // Locked rows were skipped: the next round starts from the first event again.
  const isFromTheFirst = progress.from === null;
  progress.from = null;
  if (!isFromTheFirst) return true;
  const isGone = (await db().$executeRawUnsafe(removeStatement, workspaceId, id)) > 0;
  if (isGone) metrics.rowsRemoved("deleted contacts", 1);
  return isGone;
}

/** Cards of a deleted contact show as deleted from the first moment on; open chats refetch once. */
function notifyChats(workspaceId: string, { notified }: RemovalProgress, chats: string[]): void {
  const reset = [...new Set(chats)].filter((chat) => !notified.has(chat));
  if (reset.length === 0) return;
  for (const chat of reset) notified.add(chat);
  notify(workspaceId, { reset });
}
