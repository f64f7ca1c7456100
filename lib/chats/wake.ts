import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isUnavailable } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import { notify } from "@/lib/platform/notify";
import { WokenRow, wakeStatement } from "./change-sql";

const intervalMs = 5_000;
const batchSize = 100;

/** Ends snoozes whose time has come, on every instance. The returned function stops it and waits for the current run. */
export function startWaking(): () => Promise<void> {
  let isStopped = false;
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= wakeAll(() => isStopped)
      .catch((error: unknown) => {
        // The database is away: the next run tries again.
        if (!isUnavailable(error)) log.error({ error }, "the sweep of snoozed chats failed");
      })
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, intervalMs).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    await running;
  };
}

async function wakeAll(isStopped: () => boolean): Promise<void> {
  for (let found = batchSize; found === batchSize && !isStopped(); ) found = await wake(currentTime());
}

/** Ends the snoozes of one batch; returns how many chats came back. */
export async function wake(now: Date): Promise<number> {
  const woken = await rows(db(), WokenRow)(wakeStatement, now, batchSize);
  for (const { workspaceId, chatId, personId, seq } of woken) notify(workspaceId, { chats: [{ id: chatId, seq }], people: [personId] });
  return woken.length;
}
