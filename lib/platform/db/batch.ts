import { AppError } from "@/lib/kernel/errors";
import { env } from "@/lib/platform/env";
import { distribution, isDistributed } from "./citus";
import { hasMoved, isLockTimeout, isUnavailable } from "./errors";
import { queueTimeoutMs } from "./timeouts";

type Waiting<In, Out> = { job: In; since: number; resolve: (out: Out) => void; reject: (error: unknown) => void };

export type BatchOptions = {
  /** The maximum number of jobs in one statement. */
  max: number;
  /** How many statements are under way at once. */
  parallel: number;
  /** Called with the number of jobs in each statement. */
  sent?: (size: number) => void;
};

/** Jobs that wait, and how many statements are under way. */
export type Batches<In, Out> = {
  waiting: Waiting<In, Out>[];
  underWay: number;
  isGathering: boolean;
  /** Jobs of batches that were blocked by a locked row: each is run individually. */
  individually: Waiting<In, Out>[];
  individuallyUnderWay: number;
  watch: NodeJS.Timeout | undefined;
};
const newBatches = <In, Out>(): Batches<In, Out> => ({
  waiting: [],
  underWay: 0,
  isGathering: false,
  individually: [],
  individuallyUnderWay: 0,
  watch: undefined,
});

/** The jobs of a distributed database wait by shard: a node that is away holds up no others, and a statement is one node's. */
export type BatchesByShard<In, Out> = Map<string, Batches<In, Out>>;

export const newQueues = <In, Out>(): BatchesByShard<In, Out> => new Map();

/** The queue of a workspace's jobs; the same one for all where the database is one PostgreSQL. */
function queueFor<In, Out>(queues: BatchesByShard<In, Out>, job: In): Batches<In, Out> {
  const workspaceId = typeof job === "object" && job !== null && "workspaceId" in job ? String(job.workspaceId) : "";
  const shard = distribution()?.shardOf.get(workspaceId) ?? "";
  const queue = queues.get(shard) ?? newBatches<In, Out>();
  queues.set(shard, queue);
  return queue;
}

/** The embedded database has one session in a thread of this process, so statements run one after the other. */
export const isEmbedded = (): boolean => env().DATABASE_URL === undefined;

/**
 * How many jobs share a statement, and how many statements run at once. The embedded database runs one at a time: a second batch
 * in flight would only make batches smaller.
 */
export const perBatch = (): BatchOptions => ({ max: env().EVENTS_PER_BATCH, parallel: isEmbedded() || isDistributed() ? 1 : 2 });

const maxIndividually = 3;

export const overloaded = () =>
  new AppError("unavailable", "Too many requests are waiting for the database. Try again shortly.", { "retry-after": "2" });

/**
 * Group commit: jobs that arrive while `parallel` statements are under way are batched into the next one; a single job does
 * not wait. When a batch fails as a whole, its jobs are retried one by one, so one bad job never fails the others; a job
 * without a result (`undefined`) is retried, too. When the database is unavailable the whole batch is rejected: whether it was
 * written is unknown, and finding out job by job would take many times as long. When a locked row blocks a batch, its jobs
 * are run individually, so that the others do not wait for the lock, and a few at a time, so that the waiting ones leave
 * connections for other calls.
 */
export function batched<In, Out>(
  send: (jobs: In[]) => Promise<(Out | undefined)[]>,
  single: (job: In) => Promise<Out>,
  { queues, options }: { queues: () => BatchesByShard<In, Out>; options: () => BatchOptions },
): (job: In) => Promise<Out> {
  type Own = Batches<In, Out>;

  function pump(own: Own): void {
    // Requests that have already arrived are read first: callers that got their responses together also send their next
    // requests together. This takes almost no time.
    if (own.isGathering) return;
    own.isGathering = true;
    setImmediate(() => {
      own.isGathering = false;
      start(own);
    });
  }

  function start(own: Own): void {
    const { max, parallel, sent } = options();
    while (own.underWay < parallel && own.waiting.length > 0) {
      own.underWay += 1;
      const batch = own.waiting.splice(0, max);
      sent?.(batch.length);
      void run(own, batch).finally(() => {
        own.underWay -= 1;
        pump(own);
      });
    }
  }

  async function run(own: Own, batch: Waiting<In, Out>[]): Promise<void> {
    const [only] = batch;
    if (batch.length === 1 && only) {
      await runSingle(only);
      return;
    }
    const outs = await send(batch.map(({ job }) => job)).catch((error: unknown) => {
      if (isLockTimeout(error)) {
        own.individually.push(...batch);
        runIndividually(own);
        return undefined;
      }
      if (!isUnavailable(error) || hasMoved(error)) return [];
      for (const { reject } of batch) reject(error);
      return undefined;
    });
    if (!outs) return;
    const again: Waiting<In, Out>[] = [];
    for (const [index, one] of batch.entries()) {
      const out = outs[index];
      if (out === undefined) again.push(one);
      else one.resolve(out);
    }
    for (let one = again.shift(); one; one = again.shift()) {
      const error = await runSingle(one);
      if (!isUnavailable(error) || isLockTimeout(error)) continue;
      for (const { reject } of again) reject(error);
      return;
    }
  }

  /** Runs one job. Returns its error if it failed. */
  const runSingle = ({ job, resolve, reject }: Waiting<In, Out>): Promise<unknown> =>
    single(job).then(resolve, (error: unknown) => {
      reject(error);
      return error;
    });

  function runIndividually(own: Own): void {
    while (own.individuallyUnderWay < maxIndividually) {
      const one = own.individually.shift();
      if (!one) return;
      if (Date.now() - one.since > queueTimeoutMs) {
        one.reject(overloaded());
        continue;
      }
      own.individuallyUnderWay += 1;
      void runSingle(one).finally(() => {
        own.individuallyUnderWay -= 1;
        runIndividually(own);
      });
    }
  }

  /** Rejects jobs that waited too long. The oldest are at the front. */
  function shed(own: Own): void {
    const { waiting } = own;
    const before = Date.now() - queueTimeoutMs;
    const late = waiting.findIndex(({ since }) => since > before);
    for (const { reject } of waiting.splice(0, late === -1 ? waiting.length : late)) reject(overloaded());
    if (waiting.length > 0) return;
    clearInterval(own.watch);
    own.watch = undefined;
  }

  return (job) =>
    new Promise<Out>((resolve, reject) => {
      const own = queueFor(queues(), job);
      own.waiting.push({ job, since: Date.now(), resolve, reject });
      own.watch ??= setInterval(() => shed(own), queueTimeoutMs / 10).unref();
      pump(own);
    });
}
