import { db } from "@/lib/platform/db";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import * as files from "@/lib/platform/files";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { unusedAfterMs } from ".";

const intervalMs = 60 * 60 * 1000;
const batchSize = 50;

/**
 * Removes uploads that no message took, now and every hour, on one instance at a time. The returned function stops it and waits
 * for the current file.
 */
export function startRemovalOfUnused(): () => Promise<void> {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const run = () => {
    running = running
      .then(async () => {
        await withSingleRunnerLock("unused attachments", () => removeUnused(stopping.signal));
      })
      .catch((error: unknown) => log.error({ error }, "the removal of unused attachments failed; it goes on in an hour"));
  };
  run();
  const timer = setInterval(run, intervalMs).unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
    return running;
  };
}

/**
 * The bytes go before their row, so a killed process leaves nothing that the next run does not find. No message can take an
 * upload of this age.
 */
export async function removeUnused(signal: AbortSignal, now = new Date()): Promise<void> {
  const isUnused = { itemId: null, createdAt: { lt: new Date(now.getTime() - unusedAfterMs) } };
  for (let found = batchSize; found === batchSize && !signal.aborted; ) {
    const batch = await db().attachment.findMany({
      where: isUnused,
      select: { workspaceId: true, id: true, storageKey: true },
      orderBy: { createdAt: "asc" },
      take: batchSize,
    });
    for (const { workspaceId, id, storageKey } of batch) {
      if (signal.aborted) return;
      await files.remove(storageKey);
      const { count } = await db().attachment.deleteMany({ where: { ...isUnused, workspaceId, id } });
      metrics.rowsRemoved("attachments", count);
    }
    found = batch.length;
  }
}
