import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { IdRow, rows } from "@/lib/platform/db/rows";
import * as metrics from "@/lib/platform/metrics";
import { expiredStatement, removeStatement } from "./sql";

/** Longer than any channel repeats what it reported. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;
const batchSize = 500;
const pauseMs = 50;

/** Removes processed entries that arrived more than 30 days ago, in small batches so that it blocks nothing. Stops early on `signal`. */
export async function deleteExpired(signal: AbortSignal): Promise<void> {
  const before = new Date(currentTime().getTime() - retentionMs);
  const workspaces = await rows(db(), IdRow)(expiredStatement, before);
  for (const { id } of workspaces) {
    for (let removed = batchSize; removed === batchSize && !signal.aborted; ) {
      removed = await db().$executeRawUnsafe(removeStatement, id, before, batchSize);
      if (removed > 0) metrics.rowsRemoved("inbound messages", removed);
      await pause(pauseMs);
    }
  }
}
