import { setTimeout as pause } from "node:timers/promises";
import { firstIdAt } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { settle } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import * as metrics from "@/lib/platform/metrics";
import { poke } from "@/lib/platform/notify";
import { batchSize, pauseMs, RemovedRow, removalStatement } from "./removal";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * `$1` workspace, `$2` a time, `$3` the first id of that time, `$4` how many at once. Ids grow with time, so the oldest stand
 * first in the primary key.
 */
const removeStatement = removalStatement(`
  select id, contact_id, person_id, occurred_at from event
  where workspace_id = $1::uuid and id < $3::uuid and received_at < $2::timestamptz
  order by id limit $4::int for update skip locked`);

async function removeSome(workspaceId: string, before: Date): Promise<number> {
  const values = [before, firstIdAt(before), batchSize];
  const [removed] = await settle(() => rows(db(), RemovedRow)(removeStatement, workspaceId, ...values));
  if (!removed || removed.count === 0) return 0;
  const { count, reset, contacts, people } = removed;
  metrics.rowsRemoved("events", count);
  poke(workspaceId, { reset, contacts, people });
  return count;
}

/** Removes events that a workspace keeps no longer, a few at a time, so that nothing else waits for it. */
export async function removeOld(signal: AbortSignal): Promise<void> {
  const workspaces = await db().workspace.findMany({
    where: { eventsKeptDays: { not: null } },
    select: { id: true, eventsKeptDays: true },
  });
  for (const { id, eventsKeptDays } of workspaces) {
    const before = new Date(Date.now() - (eventsKeptDays ?? 0) * dayMs);
    for (let removed = batchSize; removed === batchSize && !signal.aborted; ) {
      removed = await removeSome(id, before);
      await pause(pauseMs);
    }
  }
}
