import { dayMs } from "@/lib/kernel/durations";
import { firstIdAt } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { deleteInBatches } from "@/lib/platform/jobs";
import { notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import { batchSize, removalStatement } from "./removal";

/**
 * `$1` workspace, `$2` a time, `$3` the first id of that time, `$4` limit. Ids grow with time, so the oldest events come first
 * in the primary key.
 */
const removeStatement = removalStatement(`
  select id, contact_id, person_id, occurred_at from event
  where workspace_id = $1::uuid and id < $3::uuid and received_at < $2::timestamptz
  order by id limit $4::int for update skip locked`);

async function removeBatch(workspaceId: string, before: Date, limit: number): Promise<number> {
  const values = [before, firstIdAt(before), limit];
  const [removed] = await withRetry(() => rows(db(), removeStatement)(workspaceId, ...values));
  if (!removed || removed.count === 0) return 0;
  const { count, items, contacts, people } = removed;
  notify(workspaceId, { ...itemsChanged(items), contacts, people });
  return count;
}

/** Removes events older than their workspace's retention period, in small batches, so that no other query waits long. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const workspaces = await db().workspace.findMany({
    where: { eventsKeptDays: { not: null } },
    select: { id: true, eventsKeptDays: true },
  });
  for (const { id, eventsKeptDays } of workspaces) {
    const before = new Date(currentTime().getTime() - (eventsKeptDays ?? 0) * dayMs);
    await deleteInBatches({ what: "events", signal, batchSize }, (limit) => removeBatch(id, before, limit));
  }
}
