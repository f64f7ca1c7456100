import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { IdRow, rows } from "@/lib/platform/db/rows";
import * as metrics from "@/lib/platform/metrics";
import { notify } from "@/lib/platform/notify";
import { expiredStatement, RemovedRow, removeStatement } from "./sql";

const retentionMs = 30 * 24 * 60 * 60 * 1000;
const batchSize = 500;
const pauseMs = 50;

/** Removes calls that started more than 30 days ago, in small batches so that it blocks nothing. Stops early on `signal`. */
export async function deleteExpired({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const before = new Date(currentTime().getTime() - retentionMs);
  const workspaces = await rows(db(), IdRow)(expiredStatement, before);
  for (const { id } of workspaces) {
    for (let removed = batchSize; removed === batchSize && !signal?.aborted; ) {
      removed = await removeBatch(id, before);
      await pause(pauseMs);
    }
  }
}

async function removeBatch(workspaceId: string, before: Date): Promise<number> {
  const [{ count, reset } = { count: 0, reset: [] }] = await withRetry(() =>
    rows(db(), RemovedRow)(removeStatement, workspaceId, before, batchSize),
  );
  if (count > 0) metrics.rowsRemoved("calls", count);
  if (reset.length > 0) notify(workspaceId, { reset });
  return count;
}
