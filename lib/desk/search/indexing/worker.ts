import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import { isEmbedded } from "@/lib/platform/db/batch";
import { isUnavailable } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import { addShare } from "@/lib/platform/db/turns/shares";
import { loop } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { backfillBatch } from "./backfill";
import { goOn, indexBatch, newPosition, type Position, skipOldest, type Taken } from "./queue";
import { countStatement, pendingStatement, type Todo } from "./sql";

/** Small enough that no other statement waits long for a batch. */
const maxBatch = 100;
const minPauseMs = 5;
const maxPauseMs = () => 500 * restFactor();
/** The embedded database has one session, for which calls wait too. */
const restFactor = () => (isEmbedded() ? 3 : 1);
/** How long an instance holds the lock, and the connection that has it. */
const turnMs = 10_000;

/** It has no turns: workspaces share its batches. */
export const queue = { name: "search", countStatement };

/** Indexes what changed, on one instance at a time: all that is found is found a second or two after it was written. */
export const jobs = [
  loop({
    name: "indexing",
    everyMs: 500,
    async run(signal) {
      if (await isPending()) await withSingleRunnerLock("search", () => workInTurn(signal));
    },
    failure: "the indexing for the search failed; it goes on in a moment",
    // The database is away: the next attempt goes on.
    isExpected: isUnavailable,
  }),
];

/** Whether anything waits to be indexed. */
export async function isPending(): Promise<boolean> {
  const found = await rows(db(), pendingStatement)();
  return found.some(({ isPending }) => isPending);
}

/**
 * Each batch is shared by the workspaces that have something to index. What changed comes before what was there. Leaves the database as
 * much time for everything else as each batch took, or more.
 */
async function workInTurn(signal: AbortSignal): Promise<void> {
  const until = performance.now() + turnMs;
  const position = newPosition();
  while (!signal.aborted && performance.now() < until) {
    const began = performance.now();
    const taken = await index(position);
    const tookMs = performance.now() - began;
    const total = [...taken.values()].reduce((sum, count) => sum + count, 0);
    for (const [workspaceId, count] of taken) addShare(queue.name, workspaceId, { count, tookMs: (tookMs * count) / total });
    if (total === 0 && !(await backfillBatch(maxBatch))) return;
    goOn(position, taken);
    const restMs = restFactor() * (performance.now() - began);
    const ms = Math.min(maxPauseMs(), Math.max(minPauseMs, restMs));
    await pause(ms, undefined, { signal, ref: false }).catch(() => {});
  }
}

/** A batch that fails is tried one by one, and what fails by itself is left out: it must not stop all that comes after it. */
async function index(position: Position): Promise<Taken> {
  try {
    return await indexBatch(position, maxBatch);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    log.warn({ error }, "a batch could not be indexed for the search; its rows are tried one by one");
  }
  const taken: Taken = new Map();
  for (let count = 0; count < maxBatch; count += 1) {
    const one = await indexOne(position);
    if (one === undefined) break;
    taken.set(one, (taken.get(one) ?? 0) + 1);
    goOn(position, new Map([[one, 1]]));
  }
  return taken;
}

/** Returns the workspace of the row that was indexed or left out; undefined when nothing waits. */
async function indexOne(position: Position): Promise<string | undefined> {
  let tried: Todo | undefined;
  const onTaken = ([first]: readonly Todo[]) => {
    tried = first;
  };
  try {
    const [workspaceId] = (await indexBatch(position, 1, onTaken)).keys();
    return workspaceId;
  } catch (error) {
    if (isUnavailable(error) || !tried) throw error;
    // Looked for once more, the next one might be another workspace's.
    const { workspaceId, kind, target } = tried;
    await skipOldest(workspaceId);
    log.error({ error, workspaceId, kind, target }, "something could not be indexed for the search; it is not found");
    return workspaceId;
  }
}
