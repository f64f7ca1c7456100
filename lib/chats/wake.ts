import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isUnavailable } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { loop } from "@/lib/platform/jobs";
import { notify } from "@/lib/platform/notify";
import { wakeStatement } from "./change-sql";

const batchSize = 100;

export const jobs = [
  loop({
    name: "snoozed chats",
    everyMs: 5_000,
    run: wakeAll,
    failure: "the sweep of snoozed chats failed",
    // The database is away: the next run tries again.
    isExpected: isUnavailable,
  }),
];

/** Ends snoozes whose time has come, on every instance. */
async function wakeAll(signal: AbortSignal): Promise<void> {
  for (let found = batchSize; found === batchSize && !signal.aborted; ) found = await wake(currentTime());
}

/** Ends the snoozes of one batch; returns how many chats came back. */
export async function wake(now: Date): Promise<number> {
  const woken = await rows(db(), wakeStatement)(now, batchSize);
  for (const { workspaceId, chatId, personId, seq } of woken) notify(workspaceId, { chats: [{ id: chatId, seq }], people: [personId] });
  return woken.length;
}
