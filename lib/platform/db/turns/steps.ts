import { setTimeout as pause } from "node:timers/promises";
import type { Statement } from "@/lib/platform/db/statement";
import * as metrics from "@/lib/platform/metrics";
import { addShare } from "./shares";
import { turnMs } from "./size";
import type { NextRow } from "./sql";
import { endTurn, takeTurn } from "./take";

const maxItems = 100;
const [minPauseMs, maxPauseMs] = [10, 500];

export type Work<Item> = {
  queue: { name: string; nextStatement: Statement<typeof NextRow> };
  signal: AbortSignal;
  /** What is left of a workspace, the oldest first. */
  waiting: (workspaceId: string, max: number) => Promise<Item[]>;
  idOf: (item: Item) => string;
  /** Does one batch of an item. False when nothing is left of it, or nothing but what has to wait. */
  step: (item: Item) => Promise<boolean>;
  /** How long what has to wait is left alone; until the next run unless given. */
  waitMs?: number;
  failed: (item: Item, error: unknown) => void;
};

/**
 * Removes in the background what deletions left behind, in batches: workspaces take turns, and within a turn those of its items that had a
 * batch longest ago come first, so that a long history holds up no short one. What fails is left to the next run.
 */
export async function workInSteps<Item>(work: Work<Item>): Promise<void> {
  const { queue, signal, waitMs } = work;
  const run: Run = { failed: new Set(), waiting: new Set(), steps: new Map(), resting: new Set(), count: 0 };
  while (!signal.aborted) {
    const turn = await takeTurn(queue, [...run.resting]);
    if (turn) {
      metrics.turnTaken(queue.name, turn.waitedMs);
      await serve(work, run, turn.workspaceId);
    } else if (waitMs !== undefined && run.waiting.size > 0) {
      await pause(waitMs, undefined, { ref: false });
      run.waiting.clear();
      run.resting.clear();
    } else return;
  }
}

/** One run of the work: items that failed or have to wait, when each had its last batch, and workspaces that have nothing else. */
type Run = { failed: Set<string>; waiting: Set<string>; steps: Map<string, number>; resting: Set<string>; count: number };

async function serve<Item>(work: Work<Item>, run: Run, workspaceId: string): Promise<void> {
  const { queue, signal, idOf } = work;
  const all = await work.waiting(workspaceId, maxItems);
  const items = all.filter((item) => !run.failed.has(idOf(item)) && !run.waiting.has(idOf(item)));
  if (items.length === 0) {
    // The run looks at it no more, unless it ended with this.
    if ((await endTurn(queue, workspaceId)) !== null) run.resting.add(workspaceId);
    return;
  }
  const last = (item: Item) => run.steps.get(idOf(item)) ?? 0;
  items.sort((a, b) => last(a) - last(b));
  const began = performance.now();
  let count = 0;
  for (const item of items) {
    if (signal.aborted || performance.now() - began > turnMs) break;
    await stepOne(work, run, item);
    count += 1;
  }
  addShare(queue.name, workspaceId, { count, tookMs: performance.now() - began });
}

async function stepOne<Item>({ idOf, step, failed }: Work<Item>, run: Run, item: Item): Promise<void> {
  const began = performance.now();
  run.count += 1;
  run.steps.set(idOf(item), run.count);
  try {
    if (!(await step(item))) run.waiting.add(idOf(item));
  } catch (error) {
    run.failed.add(idOf(item));
    failed(item, error);
  }
  // Leaves the database twice that time for everything else.
  await pause(Math.min(maxPauseMs, Math.max(minPauseMs, 2 * (performance.now() - began))));
}
