import { env } from "@/lib/env";

type Waiting<In, Out> = { job: In; resolve: (out: Out) => void; reject: (error: unknown) => void };

export type Grouping = {
  /** How many jobs go into one statement at the most. */
  most: number;
  /** How many statements are under way at once. */
  parallel: number;
  /** Told how many jobs each statement takes. */
  sent?: (size: number) => void;
};

/** The embedded database works in this process, one statement after the other. */
export const isEmbedded = (): boolean => env().DATABASE_URL === undefined;

/**
 * Group commit: jobs that arrive while `parallel` statements are under way go into the next one together; a job alone waits
 * for nothing. A group that fails as a whole is run again one by one, so one bad job never fails its neighbours. An answer
 * that the group did not give (`undefined`) is asked for again alone, too.
 */
export function grouped<In, Out>(
  send: (jobs: In[]) => Promise<(Out | undefined)[]>,
  alone: (job: In) => Promise<Out>,
  grouping: () => Grouping,
): (job: In) => Promise<Out> {
  const waiting: Waiting<In, Out>[] = [];
  let underWay = 0;
  let isGathering = false;

  function pump(): void {
    if (!isEmbedded()) {
      start();
      return;
    }
    // While a statement runs, nothing else does: what has arrived meanwhile is read first, or every group would have one.
    if (isGathering) return;
    isGathering = true;
    setImmediate(() => {
      isGathering = false;
      start();
    });
  }

  function start(): void {
    const { most, parallel, sent } = grouping();
    while (underWay < parallel && waiting.length > 0) {
      underWay += 1;
      const group = waiting.splice(0, most);
      sent?.(group.length);
      void run(group).finally(() => {
        underWay -= 1;
        pump();
      });
    }
  }

  async function run(group: Waiting<In, Out>[]): Promise<void> {
    const [only] = group;
    if (group.length === 1 && only) return settleOne(only);
    const outs = await send(group.map(({ job }) => job)).catch(() => []);
    const again: Waiting<In, Out>[] = [];
    for (const [index, one] of group.entries()) {
      const out = outs[index];
      if (out === undefined) again.push(one);
      else one.resolve(out);
    }
    for (const one of again) await settleOne(one);
  }

  const settleOne = ({ job, resolve, reject }: Waiting<In, Out>) => alone(job).then(resolve, reject);

  return (job) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ job, resolve, reject });
      pump();
    });
}
