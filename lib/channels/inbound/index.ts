/**
 * The inbound queue stores what a channel reports, and processes it in order and with the effect of one time. What a report means is the
 * channel's own matter.
 */

import type { Channel } from "@/lib/chats/shared/channels";
import { db, holder } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { run } from "@/lib/platform/db/rows";
import * as turns from "@/lib/platform/db/turns";
import type { Job } from "@/lib/platform/jobs";
import * as metrics from "@/lib/platform/metrics";
import { noteStored } from "./capacity";
import type { Entry } from "./entry";
import { stored } from "./lanes";
import { queues, wake } from "./queues";
import { enqueueStatement, releaseStatement } from "./sql";

export { requireCapacity, waitingOf } from "./capacity";
export { queues } from "./queues";
export { deleteExpired } from "./retention";

/**
 * Stores what a channel reports, in this order, and processes it in the background: one sender's entries in order, and each with
 * the same effect as if it had been processed once. A repeat is dropped. When this returns, nothing of it can be lost any more.
 * Returns how many entries are new.
 */
export async function enqueue(workspaceId: string, channel: Channel, entries: readonly Entry[]): Promise<number> {
  if (entries.length === 0) return 0;
  const list = JSON.stringify(stored(channel, entries));
  // Two repeats at once, in another order, may lock each other out.
  const count = await withRetry(() => run(db(), enqueueStatement)(workspaceId, channel, list));
  metrics.inboundCounted("stored", count);
  metrics.inboundCounted("repeated", entries.length - count);
  noteStored(workspaceId, count);
  if (count > 0) wake(workspaceId);
  return count;
}

/** Processes what waits: now, after each `enqueue`, and at an interval what other processes left behind. */
export const jobs: Job[] = [
  { name: "release of entries", start: releaseAtStart },
  ...queues.map((queue) => turns.serving(queue, { pollMs: 5_000 })),
];

async function releaseAtStart(): Promise<undefined> {
  if (!holder()) return;
  await run(db(), releaseStatement)();
  await turns.makeAllDue(queues);
}
