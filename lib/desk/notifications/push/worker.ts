import type { z } from "zod";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isUnavailable } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import * as turns from "@/lib/platform/db/turns";
import type { Job, Stop } from "@/lib/platform/jobs";
import { log } from "@/lib/platform/log";
import { startQueueing } from "./queue";
import { enqueue, finishSending } from "./sending";
import {
  countStatement,
  doneStatement,
  lastStatement,
  newsStatement,
  nextStatement,
  sweepStatement,
  type TakenRow,
  takeStatement,
} from "./sql";
import { listenForUnresponsive } from "./unresponsive";

const pollMs = 1_000;
/** Without a change for this long, other instances' chats are looked for less often. */
const busyMs = 40_000;
const idleMs = 15_000;

type Taken = z.output<typeof TakenRow>;

export const queue: turns.Queue = {
  name: "push",
  places: 4,
  placesEach: 2,
  first: 50,
  max: 50,
  maxStopMs: 60_000,
  nextStatement,
  sweepStatement,
  countStatement,
  serve: (workspaceId, { max }) => pushDue(workspaceId, { now: currentTime(), max }),
};

/**
 * Pushes what is new in chats to members who have no tab open, at most one notification a chat in 30 seconds. Any instance may take a
 * chat. The returned function stops it and waits for what is being sent.
 */
async function startPushing(): Promise<Stop> {
  let busyUntil = 0;
  const stopListening = listenForUnresponsive();
  const stopQueueing = startQueueing(() => {
    busyUntil = Date.now() + busyMs;
  });
  const stopServing = await turns.serving(queue, { pollMs: idleMs }).start();
  const timer = setInterval(() => {
    if (Date.now() < busyUntil) turns.wake(queue);
  }, pollMs).unref();
  return async () => {
    clearInterval(timer);
    stopListening();
    await Promise.all([stopServing?.(), stopQueueing()]);
    await finishSending();
  };
}

export const jobs: Job[] = [{ name: "push", start: startPushing }];

/** Pushes what is due of a workspace. What cannot be read of it is not pushed. */
export async function pushDue(workspaceId: string, { now, max }: { now: Date; max: number }): Promise<turns.Served> {
  const taken = await rows(db(), takeStatement)(workspaceId, now, max);
  if (taken.length > 0) {
    await pushOf(workspaceId, taken, now).catch((error: unknown) => {
      if (!isUnavailable(error)) log.error({ error, workspace: workspaceId }, "changes of a workspace could not be pushed");
    });
  }
  return { count: taken.length, isMore: taken.length === max };
}

async function pushOf(workspaceId: string, taken: Taken[], now: Date): Promise<void> {
  const chats = taken.map(({ chatId }) => chatId);
  // Read after the chats were taken: what comes later queues them again.
  const last = new Map((await rows(db(), lastStatement)(workspaceId, chats)).map(({ chatId, lastSeq }) => [chatId, lastSeq]));
  const until = chats.map((id) => last.get(id) ?? 0);
  const known = taken.map(({ seq }) => seq);
  const news = await rows(db(), newsStatement)(workspaceId, chats, known, until, now);
  const pushed = new Set(news.map(({ chatId }) => chatId));
  const before = taken.map((one) => one.before);
  const isPushed = chats.map((id) => pushed.has(id));
  await run(db(), doneStatement)(workspaceId, chats, until, isPushed, before, currentTime());
  enqueue(workspaceId, news);
}
