import type { z } from "zod";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { isUnavailable } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import { startQueueing } from "./queue";
import { heedOthers } from "./resting";
import { enqueue, finishSending } from "./sending";
import { doneStatement, LastRow, lastStatement, NewsRow, newsStatement, TakenRow, takeStatement } from "./sql";

const pollMs = 1_000;
/** Without a change for this long, other instances' chats are looked for less often. */
const busyMs = 40_000;
const idleEvery = 15;
const batchSize = 50;

type Taken = z.output<typeof TakenRow>;

/**
 * Pushes what is new in chats to members who have no tab open, at most one notification a chat in 30 seconds. Any instance may take a
 * chat. The returned function stops it and waits for what is being sent.
 */
export function startPushing(): () => Promise<void> {
  let isStopped = false;
  let busyUntil = 0;
  let ticks = 0;
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= pushAll(() => isStopped)
      .catch((error: unknown) => {
        // The database is away: the next run tries again.
        if (!isUnavailable(error)) log.error({ error }, "changes could not be pushed");
      })
      .finally(() => {
        running = undefined;
      });
  };
  const stopHeeding = heedOthers();
  const stopQueueing = startQueueing(() => {
    busyUntil = Date.now() + busyMs;
  });
  const timer = setInterval(() => {
    ticks += 1;
    if (Date.now() < busyUntil || ticks % idleEvery === 0) run();
  }, pollMs).unref();
  return async () => {
    isStopped = true;
    clearInterval(timer);
    stopHeeding();
    await Promise.all([running, stopQueueing()]);
    await finishSending();
  };
}

async function pushAll(isStopped: () => boolean): Promise<void> {
  for (let found = batchSize; found === batchSize && !isStopped(); ) found = await pushDue(currentTime());
}

/** Pushes what is due of one batch of chats; returns how many there were. What cannot be read of a workspace is not pushed. */
export async function pushDue(now: Date): Promise<number> {
  const taken = await rows(db(), TakenRow)(takeStatement, now, batchSize);
  for (const workspaceId of new Set(taken.map((one) => one.workspaceId))) {
    const own = taken.filter((one) => one.workspaceId === workspaceId);
    await pushOf(workspaceId, own, now).catch((error: unknown) => {
      if (!isUnavailable(error)) log.error({ error, workspace: workspaceId }, "changes of a workspace could not be pushed");
    });
  }
  return taken.length;
}

async function pushOf(workspaceId: string, taken: Taken[], now: Date): Promise<void> {
  const chats = taken.map(({ chatId }) => chatId);
  // Read after the chats were taken: what comes later queues them again.
  const last = new Map((await rows(db(), LastRow)(lastStatement, workspaceId, chats)).map(({ chatId, lastSeq }) => [chatId, lastSeq]));
  const until = chats.map((id) => last.get(id) ?? 0);
  const known = taken.map(({ seq }) => seq);
  const news = await rows(db(), NewsRow)(newsStatement, workspaceId, chats, known, until, now);
  const pushed = new Set(news.map(({ chatId }) => chatId));
  const before = taken.map((one) => one.before);
  const isPushed = chats.map((id) => pushed.has(id));
  await db().$executeRawUnsafe(doneStatement, workspaceId, chats, until, isPushed, before, currentTime());
  enqueue(workspaceId, news);
}
