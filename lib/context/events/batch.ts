import { maxItems } from "@/lib/kernel/batch";
import type { Item } from "@/lib/kernel/contract";
import { AppError } from "@/lib/kernel/errors";
import { type Asked, answersOf, asked, jobsIn, neighbours } from "@/lib/kernel/items";
import { allOrNone } from "@/lib/platform/db/all-or-none";
import { type BatchesByShard, batched, newQueues, perBatch } from "@/lib/platform/db/batch";
import { isLockTimeout, isTooSlow, isUnavailable, overloaded, withRetry } from "@/lib/platform/db/errors";
import type { Runner } from "@/lib/platform/db/rows";
import { batchTimeoutMs, lockTimeoutMs } from "@/lib/platform/db/timeouts";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import type { EventItem, RecordedEvent } from "./contract";
import { announce, answerOf, attemptIn, type Job, type Row, requestOf, secondAttempt, write, writeTogether } from "./write";

/** Events that share a statement: those of one batch, in their order. */
type Run = { workspaceId: string; jobs: Job[] };
type Rows = (Row | undefined)[];
/** What a call with the event alone would be answered; undefined for what was not written because another one must not be. */
type Answer = (RecordedEvent & { replayed: boolean }) | Error | undefined;

declare module "@/lib/platform/runtime" {
  interface Runtime {
    eventRuns: BatchesByShard<Run, Rows>;
  }
}

/**
 * Records the events of a batch in the order in which they were sent (contract §9): neighbours without a phone by one statement, and one
 * with a phone by itself, under the linking lock. What is refused stops no other; `isAtomic`: then nothing is written.
 * @throws unavailable when nothing of an atomic batch was written
 */
export async function recordAll(workspaceId: string, items: readonly Item<EventItem>[], isAtomic: boolean): Promise<Answer[]> {
  const all = items.map((item) => asked(() => jobFrom(workspaceId, item)));
  const jobs = jobsIn(all);
  if (isAtomic) return recordAtomically(workspaceId, all, jobs);
  const rows = new Map<Job, Row | Error | undefined>();
  const until = performance.now() + batchTimeoutMs;
  for (const run of runsOf(jobs)) {
    const found = await recordRun({ workspaceId, jobs: run }, until);
    for (const [at, job] of run.entries()) rows.set(job, found[at]);
  }
  return answersOf(all, rows, answerOf);
}

/** @throws the error of an item that is refused */
export function jobFrom(workspaceId: string, { sent, input }: Item<EventItem>): Job {
  if (input instanceof AppError) throw input;
  const { idempotencyKey, ...event } = input;
  // Without its key, so that a call with the same key and event is the same.
  const { idempotencyKey: _, ...body } = sent as { idempotencyKey?: unknown };
  return requestOf(workspaceId, event, { key: idempotencyKey, body });
}

/** Neighbours that may share a statement, a whole batch if they all can: without a phone, and each with another key. */
const runsOf = (jobs: readonly Job[]): Job[][] =>
  neighbours(jobs, { max: maxItems, keyOf: ({ idempotencyKey }) => idempotencyKey, isAlone: ({ phone }) => Boolean(phone) });

/**
 * An event arrives when those before it are recorded, and neighbours together: then their ids decide. So the times of their arrival have the
 * order of the batch, however long each statement takes to reach the database.
 */
const arriving = (run: readonly Job[], now = performance.now()): Job[] => run.map((job) => ({ ...job, arrivedMs: now }));
const arrivingNow = (job: Job): Job => ({ ...job, arrivedMs: performance.now() });

/** In a line of their own, in which workspaces have their turns: a run is a statement of one workspace as it is. */
const writeRun = batched<Run, Rows>((runs, lockMs) => Promise.all(runs.map((run) => writeRunAlone(run, lockMs))), writeRunAlone, {
  queues: () => singleton("eventRuns", newQueues),
  options: () => ({ ...perBatch(), max: 1 }),
});

function writeRunAlone({ jobs }: Run, lockMs: number): Promise<Rows> {
  metrics.batchSent(jobs.length);
  return withRetry(() => writeTogether(jobs, lockMs));
}

const writtenTogether = async (run: Run): Promise<Rows | Error> =>
  run.jobs.length === 1 ? [] : writeRun({ ...run, jobs: arriving(run.jobs) }).catch((error: Error) => error);

/**
 * Events that got no row together, and all when the statement failed, are recorded one after the other. No more is tried after `until`, or
 * when the database is away.
 */
async function recordRun(run: Run, until: number): Promise<(Row | Error | undefined)[]> {
  const found = performance.now() > until ? overloaded() : await writtenTogether(run);
  if (isAway(found)) return run.jobs.map(() => found);
  const rows: (Row | Error | undefined)[] = [];
  let away: Error | undefined;
  for (const [at, job] of run.jobs.entries()) {
    away ??= performance.now() > until ? overloaded() : undefined;
    const row = found instanceof Error ? away : (found[at] ?? away);
    rows.push(row ?? (await write(arrivingNow(job)).catch((error: Error) => error)));
    const last = rows.at(-1);
    if (isAway(last)) away = last;
  }
  return rows;
}

/** The database is away or overloaded, and not a single row of it locked: what follows would wait for it in vain. */
const isAway = (found: unknown): found is Error =>
  found instanceof Error && isUnavailable(found) && !isLockTimeout(found) && !isTooSlow(found);

async function recordAtomically(workspaceId: string, all: readonly Asked<Job>[], jobs: readonly Job[]): Promise<Answer[]> {
  const mode = jobs.some(({ phone, userId }) => phone && userId) ? "change" : "read";
  let rows = new Map<Job, Row | undefined>();
  const answers = await allOrNone(workspaceId, mode, async (tx) => {
    rows = new Map();
    for (const run of runsOf(jobs)) {
      const found = await recordIn(tx, arriving(run));
      for (const [at, job] of run.entries()) rows.set(job, found[at]);
    }
    return answersOf(all, rows, answerOf);
  });
  if (answers.some((one) => one instanceof Error)) return answers;
  const recorded = [...rows].flatMap(([job, row]) => (row && !row.replayed ? [{ job, row }] : []));
  if (recorded.length > 0) announce(workspaceId, recorded);
  return answers;
}

async function recordIn(tx: Runner, jobs: Job[]): Promise<Rows> {
  const rows = await attemptIn(tx, jobs, lockTimeoutMs);
  for (const [at, job] of jobs.entries())
    rows[at] ??= await secondAttempt(job, { on: tx, attempt: async () => (await attemptIn(tx, [job], lockTimeoutMs))[0] });
  return rows;
}
