import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isUnavailable } from "@/lib/platform/db/errors";
import { onBehalfOf } from "@/lib/platform/db/on-behalf";
import { forNone } from "@/lib/platform/db/places";
import { run } from "@/lib/platform/db/rows";
import type { Job } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import type { Queue } from "./queue";
import { addShare } from "./shares";
import { measure, sizeOf, turnMs } from "./size";
import { allDueStatement } from "./sql";
import { sweeping } from "./sweep";
import { endTurn, keepTurn, takeTurn } from "./take";

export type { Queue, Served, Turn } from "./queue";

/** How a workspace is left alone whose turn did nothing and could not be ended, or failed. */
const rest = { firstMs: 50, maxMs: 2_000, failedMs: 1_000 };
/** Longer waits are left to the looks at an interval. */
const maxTimerMs = 5_000;
/** A turn that takes this many times as long as it should ends early. */
const maxTimesAsLong = 3;

type Resting = { until: number; ms: number };
type State = {
  /** The running turns of each workspace. */
  running: Map<string, number>;
  turns: Set<Promise<void>>;
  resting: Map<string, Resting>;
  isTaking: boolean;
  isRequested: boolean;
  stopping: AbortController;
};
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** The turns of this process in each queue. */
    turns: Map<string, State>;
  }
}

const newState = (): State => ({
  running: new Map(),
  turns: new Set(),
  resting: new Map(),
  isTaking: false,
  isRequested: false,
  stopping: new AbortController(),
});

function stateOf({ name }: Pick<Queue, "name">): State {
  const all = singleton("turns", () => new Map());
  const state = all.get(name) ?? newState();
  all.set(name, state);
  return state;
}

/**
 * Serves a queue: now, after each `wake`, and every `pollMs` for what other processes wrote, or a transaction that wakes nobody. When it
 * stops, no more turns are taken, and those under way are waited for.
 */
export const serving = (queue: Queue, { pollMs = 1_000 } = {}): Job => ({
  name: queue.name,
  async start() {
    const state = stateOf(queue);
    const stopSweeping = await sweeping(queue, () => wake(queue)).start();
    const timer = setInterval(() => wake(queue), pollMs).unref();
    wake(queue);
    return async () => {
      clearInterval(timer);
      state.stopping.abort();
      await stopSweeping?.();
      await Promise.race([Promise.all(state.turns), pause(queue.maxStopMs, undefined, { ref: false })]);
    };
  },
});

/** Looks for turns, in the background. `workspaceId` has new work. */
export function wake(queue: Queue, workspaceId?: string): void {
  const state = stateOf(queue);
  if (workspaceId !== undefined) state.resting.delete(workspaceId);
  state.isRequested = true;
  if (state.isTaking || state.stopping.signal.aborted) return;
  state.isTaking = true;
  // Whoever wrote work may wake it, for all workspaces.
  onBehalfOf(forNone, () => takeAll(queue, state))
    .catch((error: unknown) => report(state, error, { queue: queue.name }))
    .finally(() => {
      state.isTaking = false;
      // A request may have come after the last look at it.
      if (state.isRequested && state.turns.size < queue.places) wake(queue);
    });
}

/** At the start of the only process, which has taken back what was under way: all that waits in these queues is due. */
export const makeAllDue = async (queues: readonly Pick<Queue, "name">[]): Promise<void> => {
  await run(db(), allDueStatement)(queues.map(({ name }) => name));
};

/** Starts turns until all places are taken, or no workspace is due that may have one. */
async function takeAll(queue: Queue, state: State): Promise<void> {
  while (state.isRequested && state.turns.size < queue.places && !state.stopping.signal.aborted) {
    // Whoever writes work while the database is asked is heard.
    state.isRequested = false;
    const taken = await takeTurn(queue, leftOut(queue, state));
    if (!taken) continue;
    state.isRequested = true;
    metrics.turnTaken(queue.name, taken.waitedMs);
    begin(queue, state, taken.workspaceId);
  }
}

function leftOut({ placesEach }: Queue, { running, resting }: State): string[] {
  const now = performance.now();
  const full = [...running].filter(([, count]) => count >= placesEach).map(([id]) => id);
  return [...full, ...[...resting].filter(([, { until }]) => until > now).map(([id]) => id)];
}

function begin(queue: Queue, state: State, workspaceId: string): void {
  const { running, turns } = state;
  running.set(workspaceId, (running.get(workspaceId) ?? 0) + 1);
  const turn = onBehalfOf(workspaceId, () => serve(queue, state, workspaceId))
    .catch((error: unknown) => {
      leaveAlone(queue, state, workspaceId, rest.failedMs);
      report(state, error, { queue: queue.name, workspaceId });
    })
    .finally(() => {
      turns.delete(turn);
      const left = (running.get(workspaceId) ?? 1) - 1;
      if (left > 0) running.set(workspaceId, left);
      else running.delete(workspaceId);
      wake(queue);
    });
  turns.add(turn);
}

async function serve(queue: Queue, state: State, workspaceId: string): Promise<void> {
  const max = sizeOf(queue, workspaceId);
  const began = performance.now();
  const { signal } = state.stopping;
  const { count, isMore } = await queue.serve(workspaceId, { max, until: began + maxTimesAsLong * turnMs, signal });
  const tookMs = performance.now() - began;
  measure(queue.name, workspaceId, { count, tookMs });
  addShare(queue.name, workspaceId, { count, tookMs });
  const dueAt = isMore ? await keepTurn(queue, workspaceId) : await endTurn(queue, workspaceId);
  if (count > 0 || dueAt === null) state.resting.delete(workspaceId);
  // It stays due, though nothing could be done: somebody writes work in this moment, or very much waits that is not due.
  else if (!dueAt || dueAt <= currentTime()) leaveAlone(queue, state, workspaceId);
  if (dueAt) wakeAt(queue, dueAt.getTime() - currentTime().getTime());
}

function leaveAlone(queue: Queue, { resting }: State, workspaceId: string, firstMs = rest.firstMs): void {
  const before = resting.get(workspaceId);
  const ms = Math.min(queue.maxRestMs ?? rest.maxMs, before ? before.ms * 2 : firstMs);
  resting.set(workspaceId, { until: performance.now() + ms, ms });
  wakeAt(queue, ms);
}

function wakeAt(queue: Queue, inMs: number): void {
  if (inMs <= maxTimerMs) setTimeout(() => wake(queue), Math.max(0, inMs) + 1).unref();
}

/** While stopping, the database may be closed before the last turn is done; while it is away, the next look tries again. */
function report({ stopping }: State, error: unknown, of: { queue: string; workspaceId?: string }): void {
  if (!stopping.signal.aborted && !isUnavailable(error)) log.error({ error, ...of }, "the work of a queue could not be done");
}
