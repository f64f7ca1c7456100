import { dayMs } from "@/lib/kernel/durations";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows, run } from "@/lib/platform/db/rows";
import { deleteInBatches } from "@/lib/platform/jobs";
import { expiredStatement, removeStatement } from "./sql";

/** Longer than any channel repeats what it reported. */
const retentionMs = 30 * dayMs;

/** Removes processed entries that arrived more than 30 days ago, in small batches so that it blocks nothing. Stops early on `signal`. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const before = new Date(currentTime().getTime() - retentionMs);
  const workspaces = await rows(db(), expiredStatement)(before);
  for (const { id } of workspaces)
    await deleteInBatches({ what: "inbound messages", signal }, (limit) => run(db(), removeStatement)(id, before, limit));
}
