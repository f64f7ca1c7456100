/**
 * Usage counts a workspace's requests to the public API, and its events, by the minute. It refuses nothing: `lib/http` enforces the rate
 * limit.
 */

import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { IdRow, rows } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import { addStatement, expiredStatement, removeStatement } from "./sql";

/** The rate limit of each workspace, over all its keys (spec §8). */
export const callsPerMinute = 300;

const minuteMs = 60_000;
const flushDelayMs = 5_000;
/** More than the 31 days and two hours that a range of the overview may have. */
const retentionMs = 32 * 24 * 60 * minuteMs;
const batchSize = 500;
const pauseMs = 50;

/** Calls within the rate limit, calls above it, and events that were recorded. */
type Counted = "allowed" | "refused" | "events";
type Minute = { workspaceId: string; minute: string } & Record<Counted, number>;
type Usage = { minutes: Map<string, Minute>; timer: NodeJS.Timeout | undefined; writing: Promise<void> };

declare module "@/lib/platform/runtime" {
  interface Runtime {
    apiUsage: Usage;
  }
}

const usage = () => singleton("apiUsage", () => ({ minutes: new Map(), timer: undefined, writing: Promise.resolve() }));

/**
 * Counts in memory; the caller does not wait. All instances add their counts to the minute's row every few seconds: a row that each call
 * updates would make the calls of a workspace wait for each other. A killed process loses its last seconds.
 */
export function count(workspaceId: string, what: Counted, now = currentTime().getTime()): void {
  const state = usage();
  const began = now - (now % minuteMs);
  const key = `${workspaceId} ${began}`;
  let minute = state.minutes.get(key);
  if (!minute) {
    minute = { workspaceId, minute: new Date(began).toISOString(), allowed: 0, refused: 0, events: 0 };
    state.minutes.set(key, minute);
  }
  minute[what] += 1;
  state.timer ??= setTimeout(flush, flushDelayMs).unref();
}

/** Writes what was counted, one batch at a time. */
export function flush(): Promise<void> {
  const state = usage();
  clearTimeout(state.timer);
  state.timer = undefined;
  state.writing = state.writing.then(write).catch((error: unknown) => {
    // Whether they were written is unknown, and counted twice is worse than lost.
    log.warn({ error }, "counts of API calls were lost");
  });
  return state.writing;
}

async function write(): Promise<void> {
  const state = usage();
  const minutes = [...state.minutes.values()];
  state.minutes.clear();
  if (minutes.length > 0) await withRetry(() => db().$executeRawUnsafe(addStatement, JSON.stringify(minutes)));
}

/** Removes the minutes that no range of the overview shows any more, in batches. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const before = new Date(currentTime().getTime() - retentionMs);
  const workspaces = await rows(db(), IdRow)(expiredStatement, before);
  for (const { id } of workspaces) {
    for (let removed = batchSize; removed === batchSize && !signal.aborted; ) {
      removed = await db().$executeRawUnsafe(removeStatement, id, before, batchSize);
      if (removed > 0) metrics.rowsRemoved("minutes", removed);
      await pause(pauseMs);
    }
  }
}
