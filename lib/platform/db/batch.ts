import { env } from "@/lib/platform/env";
import { reportRefusal } from "@/lib/platform/refusals";
import * as lines from "./batch-lines";
import { distribution, isDistributed } from "./citus";
import { hasMoved, isLockTimeout, isTooSlow, isUnavailable, overloaded } from "./errors";
import { push } from "./fair-queue";
import { startFor } from "./on-behalf";
import { forAll } from "./places";
import { lockTimeoutMs, queueTimeoutMs, sharedLockTimeoutMs, slowStatementMs } from "./timeouts";

type Waiting<In, Out> = {
  job: In;
  workspace: string;
  since: number;
  resolve: (out: Out) => void;
  reject: (error: unknown) => void;
};

type BatchOptions = {
  /** The maximum number of jobs in one statement. */
  max: number;
  /** How many statements are under way at once. */
  parallel: number;
  /** Called with the number of jobs in each statement. */
  sent?: (size: number) => void;
};

/** Jobs that wait, and statements that are under way. */
type Batches<In, Out> = lines.Lines<Waiting<In, Out>> & { isGathering: boolean; watch: NodeJS.Timeout | undefined };
const newBatches = <In, Out>(): Batches<In, Out> => ({ ...lines.newLines<Waiting<In, Out>>(), isGathering: false, watch: undefined });

/** The jobs of a distributed database wait by shard: a node that is away holds up no others, and a statement is one node's. */
export type BatchesByShard<In, Out> = Map<string, Batches<In, Out>>;

export const newQueues = <In, Out>(): BatchesByShard<In, Out> => new Map();

const workspaceOf = (job: unknown): string =>
  typeof job === "object" && job !== null && "workspaceId" in job ? String(job.workspaceId) : "";

/** The queue of a workspace's jobs; the same one for all where the database is one PostgreSQL. */
function queueFor<In, Out>(queues: BatchesByShard<In, Out>, workspace: string): Batches<In, Out> {
  const shard = distribution()?.shardOf.get(workspace) ?? "";
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

/**
 * Group commit: jobs that arrive while `parallel` statements are under way are batched into the next one, of each workspace in turn; a
 * single job does not wait. When a batch fails as a whole, its jobs are run individually, so one bad job never fails the others; a job
 * without a result (`undefined`) is, too. When the database is unavailable the whole batch is rejected: whether it was written is unknown,
 * and finding out job by job would take many times as long.
 *
 * When a locked row blocks a batch, or the statement is slow, nobody knows whose job it was: its workspaces leave the others, until a
 * statement of theirs was quick again (batch-lines.ts). The jobs of a blocked one are run individually, a few at a time and fewer of one
 * workspace, so that the waiting ones leave connections for other calls. `lockMs` is how long a statement waits for a locked row: a short
 * time where others wait for its end.
 */
export function batched<In, Out>(
  send: (jobs: In[], lockMs: number) => Promise<(Out | undefined)[]>,
  single: (job: In, lockMs: number) => Promise<Out>,
  { queues, options }: { queues: () => BatchesByShard<In, Out>; options: () => BatchOptions },
): (job: In) => Promise<Out> {
  type Own = Batches<In, Out>;
  type Job = Waiting<In, Out>;

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
    while (own.underWay.shared < parallel && own.shared.size > 0) {
      const jobs = lines.takeShared(own, max);
      sent?.(jobs.length);
      own.underWay.shared += 1;
      void run(own, jobs, forAll).finally(() => {
        own.underWay.shared -= 1;
        pump(own);
      });
    }
    while (own.underWay.slow < parallel) {
      const { jobs, workspaces } = lines.takeSlow(own, max);
      if (jobs.length === 0) break;
      sent?.(jobs.length);
      own.underWay.slow += 1;
      void runSlow(own, jobs, workspaces).finally(() => {
        own.underWay.slow -= 1;
        pump(own);
      });
    }
    startIndividual(own);
  }

  async function runSlow(own: Own, jobs: Job[], workspaces: string[]): Promise<void> {
    const [workspace = forAll, ...others] = workspaces;
    const wasQuick = await run(own, jobs, others.length === 0 ? workspace : forAll);
    for (const one of workspaces) own.inSlow.delete(one);
    if (wasQuick) lines.markQuick(own, workspaces, performance.now());
  }

  /** Runs jobs by one statement, in a place of `workspace`. Returns whether it was quick, and marks its workspaces if it was not. */
  async function run(own: Own, jobs: Job[], workspace: string): Promise<boolean> {
    const [only] = jobs;
    const lockMs = workspace === forAll ? sharedLockTimeoutMs : lockTimeoutMs;
    const running = startFor(workspace, async () => {
      if (jobs.length === 1 && only) return runSingle(own, only, lockMs);
      return runTogether(own, jobs, lockMs);
    });
    const error = await running.result;
    const wasBlocked = isBlocked(error);
    const wasQuick = !wasBlocked && running.ranMs() <= slowStatementMs;
    if (!wasQuick) lines.markSlow(own, new Set(jobs.map((job) => job.workspace)), performance.now(), wasBlocked);
    return wasQuick;
  }

  /** Returns the error of the statement if it failed. */
  async function runTogether(own: Own, jobs: Job[], lockMs: number): Promise<unknown> {
    let outs: (Out | undefined)[] = [];
    let failure: unknown;
    try {
      outs = await send(
        jobs.map(({ job }) => job),
        lockMs,
      );
    } catch (error) {
      failure = error;
      if (!isBlocked(error) && isUnavailable(error) && !hasMoved(error)) {
        for (const { reject } of jobs) reject(error);
        return error;
      }
    }
    for (const [index, job] of jobs.entries()) {
      const out = outs[index];
      if (out !== undefined) job.resolve(out);
      // What took too long together may be quick by itself, however long it has waited.
      else push(own.individual, job.workspace, isTooSlow(failure) ? { ...job, since: Date.now() } : job);
    }
    startIndividual(own);
    return failure;
  }

  /** Runs one job, which has a longer wait by itself when a locked row stops it among others. Returns its error if it failed. */
  const runSingle = (own: Own, waiting: Job, lockMs: number): Promise<unknown> =>
    single(waiting.job, lockMs).then(waiting.resolve, (error: unknown) => {
      if (lockMs < lockTimeoutMs && isLockTimeout(error)) {
        push(own.individual, waiting.workspace, waiting);
        startIndividual(own);
      } else waiting.reject(error);
      return error;
    });

  function startIndividual(own: Own): void {
    for (let next = lines.takeIndividual(own); next; next = lines.takeIndividual(own)) {
      const { workspace, item } = next;
      void run(own, [item], workspace).then((wasQuick) => {
        lines.leaveIndividual(own, workspace);
        if (wasQuick) lines.markInnocent(own, workspace);
        pump(own);
      });
    }
  }

  function shed(own: Own): void {
    const before = Date.now() - queueTimeoutMs;
    for (const { workspace, reject } of lines.takeLate(own, ({ since }) => since <= before)) {
      reportRefusal("batch", workspace || undefined);
      reject(overloaded());
    }
    if (!lines.areEmpty(own)) return;
    clearInterval(own.watch);
    own.watch = undefined;
  }

  return (job) =>
    new Promise<Out>((resolve, reject) => {
      const workspace = workspaceOf(job);
      const own = queueFor(queues(), workspace);
      lines.enqueue(own, workspace, { job, workspace, since: Date.now(), resolve, reject });
      own.watch ??= setInterval(() => shed(own), queueTimeoutMs / 10).unref();
      pump(own);
    });
}

const isBlocked = (error: unknown): boolean => isLockTimeout(error) || isTooSlow(error);
