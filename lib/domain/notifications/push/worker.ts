import type { z } from "zod";
import { previewOf } from "@/lib/domain/chats/item";
import { displayNameOf } from "@/lib/domain/people/shared/display-name";
import { db } from "@/lib/platform/db";
import { isUnavailable } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import { startQueueing } from "./queue";
import { send } from "./send";
import { doneStatement, LastRow, lastStatement, NewsRow, newsStatement, TakenRow, takeStatement } from "./sql";
import { textOf } from "./text";

const pollMs = 1_000;
/** Without a change for this long, other instances' chats are looked for less often. */
const busyMs = 40_000;
const idleEvery = 15;
const batchSize = 50;
const maxSending = 8;

type Taken = z.output<typeof TakenRow>;
type News = z.output<typeof NewsRow>;

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
    await Promise.all([running, stopQueueing()]);
  };
}

async function pushAll(isStopped: () => boolean): Promise<void> {
  for (let found = batchSize; found === batchSize && !isStopped(); ) found = await pushDue(new Date());
}

/** Pushes what is due of one batch of chats; returns how many there were. */
export async function pushDue(now: Date): Promise<number> {
  const taken = await rows(db(), TakenRow)(takeStatement, now, batchSize);
  for (const workspaceId of new Set(taken.map((one) => one.workspaceId)))
    await pushOf(
      workspaceId,
      taken.filter((one) => one.workspaceId === workspaceId),
      now,
    );
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
  await db().$executeRawUnsafe(doneStatement, workspaceId, chats, until, isPushed, before, new Date());
  await sendAll(workspaceId, news);
}

/** A few at a time: a slow push service delays others no longer than its time-out. */
async function sendAll(workspaceId: string, news: News[]): Promise<void> {
  const waiting = [...news];
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one; one = waiting.shift()) await sendOne(workspaceId, one);
  };
  await Promise.all(Array.from({ length: maxSending }, next));
}

async function sendOne(
  workspaceId: string,
  { subscriptionId: id, encrypted, locale, showsText, slug, chatId, ...row }: News,
): Promise<void> {
  const { counts, kind, item, ...person } = row;
  const newest = { kind, authorName: item.authorName, text: previewOf(item).text };
  const text = await textOf({ counts, newest, displayName: displayNameOf(person) }, { locale, showsText });
  const payload = { ...text, tag: `beside ${slug} ${chatId}`, path: `/${encodeURIComponent(slug)}/chats/${chatId}` };
  await send({ workspaceId, id, encrypted }, payload).catch((error: unknown) => {
    log.error({ error, subscription: id }, "a notification could not be pushed");
  });
}
