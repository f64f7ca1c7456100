import type { Channel } from "@/lib/domain/chats/contract";
import { db, holder } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import * as metrics from "@/lib/platform/metrics";
import type { Entry } from "./entry";
import { stored } from "./lanes";
import { enqueueStatement, releaseStatement } from "./sql";
import { stop, wake } from "./worker";

export { deleteExpired } from "./retention";

const sweepMs = 5_000;

/**
 * Stores what a channel reports, in this order, and processes it in the background: one sender's entries in order, and each with
 * the same effect as if it had been processed once. A repeat is dropped. When this returns, nothing of it can be lost any more.
 * Returns how many entries are new.
 */
export async function enqueue(workspaceId: string, channel: (typeof Channel.options)[number], entries: readonly Entry[]): Promise<number> {
  if (entries.length === 0) return 0;
  const list = JSON.stringify(stored(channel, entries));
  // Two repeats at once, in another order, may lock each other out.
  const count = await withRetry(() => db().$executeRawUnsafe(enqueueStatement, workspaceId, channel, list));
  metrics.inboundCounted("stored", count);
  metrics.inboundCounted("repeated", entries.length - count);
  if (count > 0) wake();
  return count;
}

/** Processes what waits: now, after each `enqueue`, and at an interval what other processes left behind. Returns the function that stops it. */
export async function startProcessing(): Promise<() => Promise<void>> {
  if (holder()) await db().$executeRawUnsafe(releaseStatement);
  wake();
  const timer = setInterval(wake, sweepMs).unref();
  return () => {
    clearInterval(timer);
    return stop();
  };
}
