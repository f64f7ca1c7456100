import { hourMs } from "@/lib/kernel/durations";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import * as files from "@/lib/platform/files";
import { loop } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import { unusedAfterMs } from ".";

const batchSize = 50;
/** After so many failures a run ends, because the store may be away; the next one goes on behind them. */
const maxFailures = 100;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** How many of the oldest unused attachments the next run leaves out, because the last one could not remove them. */
    unremovableAttachments: { skipped: number };
  }
}

/** Removes uploads that no message took, now and every hour, on one instance at a time. */
export const jobs = [
  loop({
    name: "unused attachments",
    everyMs: hourMs,
    run: (signal) => withSingleRunnerLock("unused attachments", () => removeUnused(signal)),
    failure: "the removal of unused attachments failed; it goes on in an hour",
  }),
];

/**
 * The bytes go before their row, so a killed process leaves nothing that the next run does not find. No message can take an
 * upload of this age. A file that cannot be removed is left for the next run, and does not hold up the others.
 */
async function removeUnused(signal: AbortSignal, now = currentTime()): Promise<void> {
  const isUnused = { itemId: null, createdAt: { lt: new Date(now.getTime() - unusedAfterMs) } };
  const state = singleton("unremovableAttachments", () => ({ skipped: 0 }));
  let failed = 0;
  let last: unknown;
  for (let found = batchSize; found === batchSize && failed < maxFailures && !signal.aborted; ) {
    const batch = await db().attachment.findMany({
      where: isUnused,
      select: { workspaceId: true, id: true, storageKey: true },
      orderBy: [{ createdAt: "asc" }, { workspaceId: "asc" }, { id: "asc" }],
      // The files that failed are still the first.
      skip: state.skipped + failed,
      take: batchSize,
    });
    for (const { workspaceId, id, storageKey } of batch) {
      if (signal.aborted) return;
      try {
        await files.remove(storageKey);
        const { count } = await db().attachment.deleteMany({ where: { ...isUnused, workspaceId, id } });
        metrics.rowsRemoved("attachments", count);
      } catch (error) {
        failed += 1;
        last = error;
      }
    }
    found = batch.length;
  }
  state.skipped = failed < maxFailures ? 0 : state.skipped + failed;
  if (failed > 0) log.error({ error: last, count: failed }, "unused attachments could not be removed; they are tried again in an hour");
}
