import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import { IdRow, rows } from "@/lib/platform/db/rows";
import * as metrics from "@/lib/platform/metrics";
import { oldStatement, removeStatement } from "./sql";

const keptMs = 30 * 24 * 60 * 60 * 1000;
const batch = 500;
const pauseMs = 50;

/** Removes the calls that began more than 30 days ago, a few at a time, so that nothing else waits for it. Ends early when told to. */
export async function removeOld({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const before = new Date(Date.now() - keptMs);
  const workspaces = await rows(db(), IdRow)(oldStatement, before);
  for (const { id } of workspaces) {
    for (let removed = batch; removed === batch && !signal?.aborted; ) {
      removed = await db().$executeRawUnsafe(removeStatement, id, before, batch);
      if (removed > 0) metrics.rowsRemoved("calls", removed);
      await pause(pauseMs);
    }
  }
}
