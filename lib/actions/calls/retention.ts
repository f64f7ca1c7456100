import { dayMs } from "@/lib/kernel/durations";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { deleteInBatches } from "@/lib/platform/jobs";
import { notify } from "@/lib/platform/notify";
import { expiredStatement, removeStatement } from "./sql";

const retentionMs = 30 * dayMs;

/** Removes calls that started more than 30 days ago, in small batches so that it blocks nothing. Stops early on `signal`. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const before = new Date(currentTime().getTime() - retentionMs);
  const workspaces = await rows(db(), expiredStatement)(before);
  for (const { id } of workspaces) await deleteInBatches({ what: "calls", signal }, (limit) => removeBatch(id, before, limit));
}

async function removeBatch(workspaceId: string, before: Date, limit: number): Promise<number> {
  const [{ count, reset } = { count: 0, reset: [] }] = await withRetry(() => rows(db(), removeStatement)(workspaceId, before, limit));
  if (reset.length > 0) notify(workspaceId, { reset });
  return count;
}
