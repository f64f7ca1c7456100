/**
 * Usage counts a workspace's requests to the public API, and its events, by the minute. It refuses nothing: `lib/http` enforces the rate
 * limit.
 */

import { dayMs, minuteMs } from "@/lib/kernel/durations";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import { buffer, deleteInBatches } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { addStatement, expiredStatement, removeStatement } from "./sql";

/** The rate limit of each workspace, over all its keys (spec §8). */
export const callsPerMinute = 300;

/** How many items of batches each workspace may send a minute, apart from its calls (contract §9). */
export const itemsPerMinute = 3_000;

/** More than the 31 days and two hours that a range of the overview may have. */
const retentionMs = 32 * dayMs;

/** Calls within the rate limit, calls above it, and events that were recorded. */
type Counted = "allowed" | "refused" | "events";
type Minute = { workspaceId: string; minute: string } & Record<Counted, number>;

const counts = buffer({
  name: "counts of calls",
  everyMs: 5_000,
  empty: () => new Map<string, Minute>(),
  write,
  // Whether they were written is unknown, and counted twice is worse than lost.
  failed: (error) => log.warn({ error }, "counts of API calls were lost"),
});
export const jobs = [counts];
export const { flush } = counts;

/**
 * Counts in memory; the caller does not wait. All instances add their counts to the minute's row every few seconds: a row that each call
 * updates would make the calls of a workspace wait for each other. A killed process loses its last seconds.
 */
export function count(workspaceId: string, what: Counted, by = 1, now = currentTime().getTime()): void {
  const minutes = counts.collect();
  const began = now - (now % minuteMs);
  const key = `${workspaceId} ${began}`;
  let minute = minutes.get(key);
  if (!minute) {
    minute = { workspaceId, minute: new Date(began).toISOString(), allowed: 0, refused: 0, events: 0 };
    minutes.set(key, minute);
  }
  minute[what] += by;
}

async function write(minutes: Map<string, Minute>): Promise<void> {
  if (minutes.size > 0) await withRetry(() => run(db(), addStatement)(JSON.stringify([...minutes.values()])));
}

/** Removes the minutes that no range of the overview shows any more, in batches. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const before = new Date(currentTime().getTime() - retentionMs);
  const workspaces = await rows(db(), expiredStatement)(before);
  for (const { id } of workspaces)
    await deleteInBatches({ what: "minutes", signal }, (limit) => run(db(), removeStatement)(id, before, limit));
}
