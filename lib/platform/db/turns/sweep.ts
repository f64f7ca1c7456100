import { db } from "@/lib/platform/db";
import { isUnavailable } from "@/lib/platform/db/errors";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import { log } from "@/lib/platform/log";

const sweepMs = 60_000;

type Swept = { name: string; sweepStatement: string };

/** Gives turns to work that has none, now and once a minute, on one instance. The returned function stops it. */
export function startSweeping(queue: Swept, onFound: () => void): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const run = () => {
    running ??= withSingleRunnerLock(`turns of ${queue.name}`, () => sweep(queue, onFound))
      .catch((error: unknown) => {
        if (!isUnavailable(error)) log.error({ error, queue: queue.name }, "work without a turn could not be looked for");
      })
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, sweepMs).unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

async function sweep({ name, sweepStatement }: Swept, onFound: () => void): Promise<void> {
  const found = await db().$executeRawUnsafe(sweepStatement);
  if (found === 0) return;
  log.warn({ queue: name, workspaces: found }, "work waited without a turn, as after a version that knows no turns");
  onFound();
}
