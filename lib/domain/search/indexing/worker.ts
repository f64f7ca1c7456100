import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import { isEmbedded } from "@/lib/platform/db/batch";
import { isUnavailable } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import { addShare } from "@/lib/platform/db/turns/shares";
import { measure, sizeOf } from "@/lib/platform/db/turns/size";
import { endTurn, takeTurn } from "@/lib/platform/db/turns/take";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { backfillBatch } from "./backfill";
import { findWaiting, newLook } from "./find";
import { indexBatch, skipOne } from "./queue";
import { countStatement, nextStatement, PendingRow, pendingStatement } from "./sql";

/** How long a change waits at most before an instance notices it. */
const intervalMs = 500;
/** Small enough that no other statement waits long for a batch. */
const maxBatch = 100;
const minPauseMs = 5;
const maxPauseMs = () => 500 * restFactor();
/** The embedded database has one session, for which calls wait too. */
const restFactor = () => (isEmbedded() ? 3 : 1);
/** How long an instance holds the lock, and the connection that has it. */
const turnMs = 10_000;

export const queue = { name: "search", nextStatement, countStatement };

/**
 * Indexes what changed, on one instance at a time: all that is found is found a second or two after it was written. The returned
 * function stops it and waits for the current batch.
 */
export function startIndexing(): () => Promise<void> {
  const stopping = new AbortController();
  const running = run(stopping.signal);
  return () => {
    stopping.abort();
    return running;
  };
}

/** Whether anything waits to be indexed. */
export async function isPending(): Promise<boolean> {
  const found = await rows(db(), PendingRow)(pendingStatement);
  return found.some(({ isPending }) => isPending);
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal, ref: false }).catch(() => {});
}

async function run(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await isPending()) await withSingleRunnerLock("search", () => workInTurn(signal));
    } catch (error) {
      // The database is away: the next attempt goes on.
      if (!isUnavailable(error)) log.error({ error }, "the indexing for the search failed; it goes on in a moment");
    }
    await wait(intervalMs, signal);
  }
}

/**
 * The workspaces that have something to index take turns. What changed comes before what was there. Leaves the database as much time for
 * everything else as each batch took, or more.
 */
async function workInTurn(signal: AbortSignal): Promise<void> {
  const until = performance.now() + turnMs;
  const look = newLook();
  while (!signal.aborted && performance.now() < until) {
    const began = performance.now();
    await findWaiting(look);
    const turn = await takeTurn(queue);
    if (turn) {
      metrics.turnTaken(queue.name, turn.waitedMs);
      await serve(turn.workspaceId);
    } else if (!(await backfillBatch(maxBatch))) return;
    const restMs = restFactor() * (performance.now() - began);
    await wait(Math.min(maxPauseMs(), Math.max(minPauseMs, restMs)), signal);
  }
}

async function serve(workspaceId: string): Promise<void> {
  const size = sizeOf({ name: queue.name, first: maxBatch, max: maxBatch }, workspaceId);
  const began = performance.now();
  const count = await index(workspaceId, size);
  const cost = { count, tookMs: performance.now() - began };
  measure(queue.name, workspaceId, cost);
  addShare(queue.name, workspaceId, cost);
  if (count < size) await endTurn(queue, workspaceId);
}

/** A batch that fails is tried one by one, and what fails by itself is left out: it must not stop all that comes after it. */
async function index(workspaceId: string, size: number): Promise<number> {
  try {
    return await indexBatch(workspaceId, size);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.warn({ error, workspaceId }, "a batch could not be indexed for the search; its rows are tried one by one");
  }
  for (let count = 0; count < size; count += 1) {
    try {
      if ((await indexBatch(workspaceId, 1)) === 0) return count;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      const { kind, target } = (await skipOne(workspaceId)) ?? {};
      log.error({ error, workspaceId, kind, target }, "something could not be indexed for the search; it is not found");
    }
  }
  return size;
}
