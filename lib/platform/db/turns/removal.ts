import { currentTime } from "@/lib/platform/db/clock";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import { type Job, loop } from "@/lib/platform/jobs";
import { singleton } from "@/lib/platform/runtime";
import { type Work, workInSteps } from "./steps";
import { type Swept, sweeping } from "./sweep";

const intervalMs = 20_000;
/** How often a long run looks how old the oldest is. */
const oldestMs = 10_000;

type Options<Item> = {
  queue: Swept & Work<Item>["queue"];
  /** When the oldest deletion was made that has rows left, by node. */
  oldest: () => Promise<(Date | null)[]>;
  /** The work of one run. */
  work: (signal: AbortSignal) => Omit<Work<Item>, "queue" | "signal">;
  failure: string;
};
type Removal = { jobs: Job[]; scheduleRemoval: () => void; ageSeconds: () => number };

/** `oldest` as of the last query of this instance, which was made `lookedAt` by `performance.now()`. */
type Seen = { oldest: Date | undefined; lookedAt: number };
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** What was last seen of each removal. */
    removals: Map<string, Seen>;
  }
}

/**
 * Removes what deletions left behind, on one instance at a time: at the start, when a deletion schedules it, and at an interval. It
 * resumes where a killed process stopped. `ageSeconds` is the age of the oldest deletion whose rows are not all removed yet.
 */
export function removal<Item>({ queue, oldest, work, failure }: Options<Item>): Removal {
  function seen(): Seen {
    const all = singleton("removals", () => new Map());
    const known = all.get(queue.name) ?? { oldest: undefined, lookedAt: -Infinity };
    all.set(queue.name, known);
    return known;
  }

  async function isWaiting(): Promise<boolean> {
    seen().lookedAt = performance.now();
    const times = (await oldest()).filter((at) => at !== null);
    seen().oldest = times.sort((a, b) => a.getTime() - b.getTime())[0];
    return seen().oldest !== undefined;
  }

  function removeAll(signal: AbortSignal): Promise<void> {
    const own = work(signal);
    const waiting = async (workspaceId: string, max: number) => {
      if (performance.now() - seen().lookedAt > oldestMs) await isWaiting();
      return own.waiting(workspaceId, max);
    };
    return workInSteps({ ...own, queue, signal, waiting });
  }

  const removing = loop({
    name: queue.name,
    everyMs: intervalMs,
    async run(signal) {
      if (await isWaiting()) await withSingleRunnerLock(queue.name, () => removeAll(signal));
      await isWaiting();
    },
    failure,
  });

  function ageSeconds(): number {
    const { oldest: since } = seen();
    return since ? Math.max(1, (currentTime().getTime() - since.getTime()) / 1000) : 0;
  }

  return { jobs: [removing, sweeping(queue, removing.wake)], scheduleRemoval: removing.wake, ageSeconds };
}
