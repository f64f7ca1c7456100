import { setTimeout as pause } from "node:timers/promises";
import * as metrics from "@/lib/platform/metrics";

const pauseMs = 50;

type Options = {
  /** The name of the rows in the metrics. */
  what: string;
  signal: AbortSignal;
  /** Small enough that no other query waits long for a batch. */
  batchSize?: number;
};

/** Repeats a deletion until it finds less than its limit, with a pause for everything else after each batch. Ends early on the signal. */
export async function deleteInBatches(
  { what, signal, batchSize = 500 }: Options,
  deleteBatch: (limit: number) => Promise<number>,
): Promise<void> {
  for (let removed = batchSize; removed === batchSize && !signal.aborted; ) {
    removed = await deleteBatch(batchSize);
    if (removed > 0) metrics.rowsRemoved(what, removed);
    await pause(pauseMs);
  }
}
