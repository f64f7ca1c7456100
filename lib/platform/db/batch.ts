import { AppError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/env";
import { isHeldUp, isUnavailable } from "./errors";
import { queueMs } from "./timeouts";

type Waiting<In, Out> = { job: In; since: number; resolve: (out: Out) => void; reject: (error: unknown) => void };

export type Grouping = {
  /** How many jobs go into one statement at the most. */
  most: number;
  /** How many statements are under way at once. */
  parallel: number;
  /** Told how many jobs each statement takes. */
  sent?: (size: number) => void;
};

/** What waits and what is under way. */
export type Batches<In, Out> = {
  waiting: Waiting<In, Out>[];
  underWay: number;
  isGathering: boolean;
  /** Jobs of batches that a locked row held up: each goes on by itself. */
  individually: Waiting<In, Out>[];
  individuallyUnderWay: number;
  watch: NodeJS.Timeout | undefined;
};
export const newBatches = <In, Out>(): Batches<In, Out> => ({
  waiting: [],
  underWay: 0,
  isGathering: false,
  individually: [],
  individuallyUnderWay: 0,
  watch: undefined,
});

/** The embedded database has one session in a thread of this process: one statement after the other. */
export const isEmbedded = (): boolean => env().DATABASE_URL === undefined;

const mostApart = 3;

const overloaded = () =>
  new AppError("unavailable", "Too many requests are waiting for the database. Try again shortly.", { "retry-after": "2" });

/**
 * Group commit: jobs that arrive while `parallel` statements are under way go into the next one together; a job alone waits
 * for nothing. A group that fails as a whole is run again one by one, so one bad job never fails its neighbours. An answer
 * that the group did not give (`undefined`) is asked for again alone, too. When the database is away the whole group is
 * refused: whether it was written is not known, and one by one it would take as many times as long to find that out. When
 * somebody else holds a row that one of the group needs, the others do not wait for it: each goes on by itself, and a few at
 * a time, so that those who wait leave connections for everybody else.
 */
export function grouped<In, Out>(
  send: (jobs: In[]) => Promise<(Out | undefined)[]>,
  alone: (job: In) => Promise<Out>,
  { batches, grouping }: { batches: () => Batches<In, Out>; grouping: () => Grouping },
): (job: In) => Promise<Out> {
  function pump(): void {
    // What has arrived already is read first: callers who were answered together send their next together, too. It takes
    // no time to speak of.
    const own = batches();
    if (own.isGathering) return;
    own.isGathering = true;
    setImmediate(() => {
      own.isGathering = false;
      start();
    });
  }

  function start(): void {
    const { most, parallel, sent } = grouping();
    const own = batches();
    while (own.underWay < parallel && own.waiting.length > 0) {
      own.underWay += 1;
      const group = own.waiting.splice(0, most);
      sent?.(group.length);
      void run(group).finally(() => {
        own.underWay -= 1;
        pump();
      });
    }
  }

  async function run(group: Waiting<In, Out>[]): Promise<void> {
    const [only] = group;
    if (group.length === 1 && only) {
      await settleOne(only);
      return;
    }
    const outs = await send(group.map(({ job }) => job)).catch((error: unknown) => {
      if (isHeldUp(error)) {
        batches().individually.push(...group);
        goOnApart();
        return undefined;
      }
      if (!isUnavailable(error)) return [];
      for (const { reject } of group) reject(error);
      return undefined;
    });
    if (!outs) return;
    const again: Waiting<In, Out>[] = [];
    for (const [index, one] of group.entries()) {
      const out = outs[index];
      if (out === undefined) again.push(one);
      else one.resolve(out);
    }
    for (let one = again.shift(); one; one = again.shift()) {
      const error = await settleOne(one);
      if (!isUnavailable(error) || isHeldUp(error)) continue;
      for (const { reject } of again) reject(error);
      return;
    }
  }

  /** Answers one. Returns why it could not be done. */
  const settleOne = ({ job, resolve, reject }: Waiting<In, Out>): Promise<unknown> =>
    alone(job).then(resolve, (error: unknown) => {
      reject(error);
      return error;
    });

  function goOnApart(): void {
    const own = batches();
    while (own.individuallyUnderWay < mostApart) {
      const one = own.individually.shift();
      if (!one) return;
      if (Date.now() - one.since > queueMs) {
        one.reject(overloaded());
        continue;
      }
      own.individuallyUnderWay += 1;
      void settleOne(one).finally(() => {
        own.individuallyUnderWay -= 1;
        goOnApart();
      });
    }
  }

  /** The oldest stand in front. */
  function shed(): void {
    const own = batches();
    const { waiting } = own;
    const before = Date.now() - queueMs;
    const late = waiting.findIndex(({ since }) => since > before);
    for (const { reject } of waiting.splice(0, late === -1 ? waiting.length : late)) reject(overloaded());
    if (waiting.length > 0) return;
    clearInterval(own.watch);
    own.watch = undefined;
  }

  return (job) =>
    new Promise<Out>((resolve, reject) => {
      const own = batches();
      own.waiting.push({ job, since: Date.now(), resolve, reject });
      own.watch ??= setInterval(shed, queueMs / 10).unref();
      pump();
    });
}
