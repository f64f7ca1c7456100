import { dayMs } from "@/lib/kernel/durations";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import { deleteInBatches } from "@/lib/platform/jobs";
import { emptyStatement, expiredStatement, keptDays, removeOldStatement } from "./sql";

const keptMs = keptDays * dayMs;
const emptiedAtOnce = 500;

/** Removes what happened more than 30 days ago, with what was sent of it. Stops early on `signal`. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const before = new Date(currentTime().getTime() - keptMs);
  for (const { id } of await rows(db(), expiredStatement)(before))
    await deleteInBatches({ what: "webhook events", signal }, async (limit) => {
      const [{ count } = { count: 0 }] = await rows(db(), removeOldStatement)(id, before, limit);
      return count;
    });
}

/** Takes a batch of what is known of somebody who is gone out of what is sent and logged. Returns how many events it emptied. */
export async function emptyBatchOf(
  workspaceId: string,
  { contactIds = [], personId = null }: { contactIds?: readonly string[]; personId?: string | null },
) {
  const [{ count } = { count: 0 }] = await rows(db(), emptyStatement)(workspaceId, contactIds, personId, emptiedAtOnce);
  return count;
}
