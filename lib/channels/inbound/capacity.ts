import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import { waitingCountStatement } from "./sql";

/** How many entries of a workspace may wait: more are refused, and the channel sends them again later. */
const maxWaiting = 10_000;
/** How long a count is believed, with what this process has stored since then. */
const believedMs = 1_000;
const retryAfterSeconds = 30;
const maxKnown = 10_000;

/** How much of a workspace waited, and when that was counted, by `performance.now()`. */
type Counted = { count: number; at: number };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** What waits to be processed of each workspace, as it was counted last. */
    inboundWaiting: Map<string, Counted>;
  }
}

const counted = () => singleton("inboundWaiting", () => new Map<string, Counted>());

/**
 * Before anything of a webhook is stored or even read: as much as it likes may come in one, so a little more than the limit may wait in
 * the end. @throws unavailable, with the time after which the channel may send it again
 */
export async function requireCapacity(workspaceId: string): Promise<void> {
  const known = counted().get(workspaceId);
  const { count } = known && performance.now() - known.at < believedMs ? known : await countNow(workspaceId);
  if (count < maxWaiting) return;
  metrics.inboundCounted("full");
  throw new AppError("unavailable", "So much waits to be processed for this workspace that nothing more is taken. Send it again later.", {
    "retry-after": String(retryAfterSeconds),
  });
}

/** How many entries of the workspace wait now, and how many may. */
export async function waitingOf(workspaceId: string): Promise<{ count: number; limit: number }> {
  const { count } = await countNow(workspaceId);
  return { count, limit: maxWaiting };
}

async function countNow(workspaceId: string): Promise<Counted> {
  const [row] = await rows(db(), waitingCountStatement)(workspaceId, maxWaiting);
  const now = { count: row?.count ?? 0, at: performance.now() };
  if (now.count >= maxWaiting) log.warn({ workspaceId, waiting: now.count }, "a workspace has too much that waits: its channel is put off");
  if (counted().size >= maxKnown) counted().clear();
  counted().set(workspaceId, now);
  return now;
}

/** What is stored counts at once. */
export function noteStored(workspaceId: string, count: number): void {
  const known = counted().get(workspaceId);
  if (known) known.count += count;
}
