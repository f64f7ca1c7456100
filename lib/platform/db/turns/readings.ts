import { db } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import type { Statement } from "@/lib/platform/db/statement";
import type { Reading } from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import { type CountRow, type NextRow, waitingStatement } from "./sql";

/** A queue without `nextStatement` has no turns. */
type Counted = { name: string; countStatement: Statement<typeof CountRow>; nextStatement?: Statement<typeof NextRow> };

/** However often the metrics are asked for: turns are few, what waits in them may be much. */
const [turnsMs, countsMs] = [5_000, 60_000];
const maxCounted = 100_000;

type Readings = {
  turnsAt: number;
  countsAt: number;
  workspaces: Record<string, number>;
  oldest: Record<string, number>;
  counts: Record<string, number>;
};
declare module "@/lib/platform/runtime" {
  interface Runtime {
    /** What waited in the queues when it was last looked at. */
    turnReadings: Readings;
  }
}

const last = () => singleton("turnReadings", () => ({ turnsAt: -Infinity, countsAt: -Infinity, workspaces: {}, oldest: {}, counts: {} }));

/** What waits in each queue, of all instances, for the metrics. A look that fails leaves what was found before. */
export async function readings(queues: readonly Counted[]): Promise<Reading[]> {
  const all = last();
  const now = performance.now();
  if (now - all.turnsAt > turnsMs) {
    all.turnsAt = now;
    await readTurns(all, queues).catch(() => undefined);
  }
  if (now - all.countsAt > countsMs) {
    all.countsAt = now;
    await readCounts(all, queues).catch(() => undefined);
  }
  const label = "queue";
  return [
    { name: "beside_queue_workspaces", help: "Workspaces whose turn it is in a queue of the database.", value: all.workspaces, label },
    { name: "beside_queue_oldest_seconds", help: "How long the first of them has waited for its turn.", value: all.oldest, label },
    {
      name: "beside_queue_waiting",
      help: `What waits in a queue of the database, up to ${maxCounted}; counted once a minute.`,
      value: all.counts,
      label,
    },
  ];
}

async function readTurns(all: Readings, queues: readonly Counted[]): Promise<void> {
  const found = await rows(db(), waitingStatement)();
  for (const { name, nextStatement } of queues) {
    if (nextStatement === undefined) continue;
    const own = found.filter(({ queue }) => queue === name);
    all.workspaces[name] = own.reduce((sum, { workspaces }) => sum + workspaces, 0);
    all.oldest[name] = Math.max(0, ...own.map(({ oldestMs }) => oldestMs)) / 1000;
  }
}

async function readCounts(all: Readings, queues: readonly Counted[]): Promise<void> {
  for (const { name, countStatement } of queues) {
    const found = await rows(db(), countStatement)(maxCounted);
    all.counts[name] = found.reduce((sum, { count }) => sum + count, 0);
  }
}
