import type { Queue } from "./queue";

/**
 * How a queue is served whose work is done one step at a time, for as long as a turn lasts. A step gets how many items the turn still has,
 * and returns how many it did, or null when nothing is left.
 */
export const inSteps =
  (step: (workspaceId: string, left: number) => Promise<number | null>): Queue["serve"] =>
  async (workspaceId, { max, until, signal }) => {
    for (let count = 0; ; ) {
      const done = await step(workspaceId, max - count);
      if (done === null) return { count, isMore: false };
      count += done;
      if (count >= max || performance.now() > until || signal.aborted) return { count, isMore: true };
    }
  };
