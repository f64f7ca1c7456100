import { db } from "@/lib/platform/db";
import { isUnavailable } from "@/lib/platform/db/errors";
import { run } from "@/lib/platform/db/rows";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import type { Statement } from "@/lib/platform/db/statement";
import { type Job, loop } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";

export type Swept = { name: string; sweepStatement: Statement<undefined> };

/** Gives turns to work that has none, now and once a minute, on one instance. */
export const sweeping = (queue: Swept, onFound: () => void): Job =>
  loop({
    name: `turns of ${queue.name}`,
    everyMs: 60_000,
    run: () => withSingleRunnerLock(`turns of ${queue.name}`, () => sweep(queue, onFound)),
    failure: "work without a turn could not be looked for",
    isExpected: isUnavailable,
  });

async function sweep({ name, sweepStatement }: Swept, onFound: () => void): Promise<void> {
  const found = await run(db(), sweepStatement)();
  if (found === 0) return;
  log.warn({ queue: name, workspaces: found }, "work waited without a turn, as after a version that knows no turns");
  onFound();
}
