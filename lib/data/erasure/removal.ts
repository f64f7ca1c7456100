import { redactProcessed } from "@/lib/channels/inbound/erase";
import { batchSize as eventsPerBatch, RemovedRow } from "@/lib/context/events/removal";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import { workInSteps } from "@/lib/platform/db/turns/steps";
import { startSweeping } from "@/lib/platform/db/turns/sweep";
import * as files from "@/lib/platform/files";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { singleton } from "@/lib/platform/runtime";
import {
  ChatRow,
  CountRow,
  countStatement,
  detachEventsStatement,
  endChatStatement,
  endPersonStatement,
  FileRow,
  filesStatement,
  forgetNamesStatement,
  nextChatStatement,
  nextStatement,
  OldestRow,
  oldestStatement,
  removeEventsStatement,
  removeItemsStatement,
  sweepStatement,
  WaitingRow,
  waitingStatement,
} from "./sql";

const intervalMs = 20_000;
/** How often a long run looks how old the oldest is. */
const oldestMs = 10_000;
const itemsPerBatch = 200;
const filesPerBatch = 20;
/** Longer than an upload that had begun takes to reach the store: until then its file is removed again with every round. */
const settledAfterMs = 5 * 60_000;
const noId = "00000000-0000-0000-0000-000000000000";

/** How far the removal of what somebody left behind has come, in this process. A killed one begins again with what is there. */
type Progress = { events: Date | null; names: string; chat: string };

type Job = {
  stopping: AbortController;
  running: Promise<void> | undefined;
  isRequested: boolean;
  /** When the oldest erasure that has rows left was made, as of the last query of this instance. */
  oldest: Date | undefined;
  /** By `performance.now()`. */
  lookedAt: number;
};
declare module "@/lib/platform/runtime" {
  interface Runtime {
    erasure: Job;
  }
}

export const queue = { name: "erased people", nextStatement, sweepStatement, countStatement };

const job = () =>
  singleton("erasure", () => ({
    stopping: new AbortController(),
    running: undefined,
    isRequested: false,
    oldest: undefined,
    lookedAt: -Infinity,
  }));

/**
 * Removes what erased people left behind: now, after each erasure, and at an interval. It resumes where a killed process stopped. The
 * returned function stops it and waits for the current batch.
 */
export function startRemovalOfErased(): () => Promise<void> {
  scheduleRemoval();
  const stopSweeping = startSweeping(queue, scheduleRemoval);
  const timer = setInterval(scheduleRemoval, intervalMs).unref();
  return async () => {
    clearInterval(timer);
    job().stopping.abort();
    await Promise.all([stopSweeping(), job().running]);
  };
}

/** Starts the removal in the background, or lets a running one look for more when it is done. */
export function scheduleRemoval(): void {
  const current = job();
  current.isRequested = true;
  current.running ??= run(current).finally(() => {
    current.running = undefined;
  });
}

/** The age of the oldest erasure whose rows are not all removed yet; for the metrics. */
export function erasureAgeSeconds(): number {
  const { oldest } = job();
  return oldest ? Math.max(1, (currentTime().getTime() - oldest.getTime()) / 1000) : 0;
}

async function run(current: Job): Promise<void> {
  const { signal } = current.stopping;
  while (current.isRequested && !signal.aborted) {
    current.isRequested = false;
    try {
      if (await isWaiting()) await withSingleRunnerLock("erased people", () => removeAll(signal));
      await isWaiting();
    } catch (error) {
      log.error({ error }, "the removal of what erased people left behind failed; it goes on in a while");
    }
  }
}

async function isWaiting(): Promise<boolean> {
  job().lookedAt = performance.now();
  const found = await rows(db(), OldestRow)(oldestStatement);
  const times = found.flatMap(({ erasedAt }) => erasedAt ?? []);
  job().oldest = times.sort((a, b) => a.getTime() - b.getTime())[0];
  return job().oldest !== undefined;
}

/** Whatever fails, or has to wait, is left to the next run. */
function removeAll(signal: AbortSignal): Promise<void> {
  const progressOf = new Map<string, Progress>();
  return workInSteps<WaitingRow>({
    queue,
    signal,
    waiting: async (workspaceId, max) => {
      if (performance.now() - job().lookedAt > oldestMs) await isWaiting();
      return rows(db(), WaitingRow)(waitingStatement, workspaceId, max);
    },
    idOf: ({ personId }) => personId,
    step: (person) => {
      const progress = progressOf.get(person.personId) ?? { events: null, names: "", chat: noId };
      progressOf.set(person.personId, progress);
      return removeSome(person, progress);
    },
    failed: ({ personId }, error) =>
      log.error({ error, person: personId }, "a batch of what an erased person left behind could not be removed"),
  });
}

/** One batch. False when nothing is left, or nothing but what has to wait. */
async function removeSome(person: WaitingRow, progress: Progress): Promise<boolean> {
  const { workspaceId, personId } = person;
  if (person.formerNames.length > 0) {
    await redactNames(person, progress);
    return true;
  }
  if (await removeFromChat(workspaceId, personId, progress)) return true;
  if (await removeEvents(workspaceId, personId, progress)) return true;
  const ended = await withRetry(() => db().$executeRawUnsafe(endPersonStatement, workspaceId, personId));
  if (ended > 0) metrics.rowsRemoved("erased people", 1);
  return false;
}

/** One part of what WhatsApp has reported is searched for their names; after the last part the names are forgotten. */
async function redactNames({ workspaceId, personId, formerNames: names, erasedAt }: WaitingRow, progress: Progress): Promise<void> {
  const after = await redactProcessed(workspaceId, { names, erasedAt, after: progress.names });
  progress.names = after ?? "";
  if (after === null) await db().$executeRawUnsafe(forgetNamesStatement, workspaceId, personId);
}

/** One batch of the next of their chats; one that has files which may still be on their way is left to the next run. False at the end. */
async function removeFromChat(workspaceId: string, personId: string, progress: Progress): Promise<boolean> {
  const [chat] = await rows(db(), ChatRow)(nextChatStatement, workspaceId, personId, progress.chat);
  if (!chat) return false;
  const { chatId } = chat;
  const [removed] = await withRetry(() => rows(db(), CountRow)(removeItemsStatement, workspaceId, chatId, itemsPerBatch));
  if (removed && removed.count > 0) {
    metrics.rowsRemoved("items of erased people", removed.count);
    return true;
  }
  await removeFiles(workspaceId, chatId);
  await withRetry(() => db().$executeRawUnsafe(endChatStatement, workspaceId, chatId));
  progress.chat = chatId;
  return true;
}

/** The bytes go before their row, so a killed process leaves nothing that the next run does not find. */
async function removeFiles(workspaceId: string, chatId: string): Promise<void> {
  const settled = new Date(currentTime().getTime() - settledAfterMs);
  let after = noId;
  for (let found = filesPerBatch; found === filesPerBatch; ) {
    const batch = await rows(db(), FileRow)(filesStatement, workspaceId, chatId, after, filesPerBatch, settled);
    for (const { id, storageKey, isSettled } of batch) {
      await files.remove(storageKey);
      after = id;
      if (isSettled) await db().attachment.deleteMany({ where: { workspaceId, id } });
    }
    found = batch.length;
  }
}

/** One batch of the events that were kept with the person; a contact's own lose the person that they came by. */
async function removeEvents(workspaceId: string, personId: string, progress: Progress): Promise<boolean> {
  const values = [workspaceId, personId, progress.events, eventsPerBatch];
  const [removed] = await withRetry(() => rows(db(), RemovedRow)(removeEventsStatement, ...values));
  if (removed && removed.count > 0) {
    metrics.rowsRemoved("events of erased people", removed.count);
    progress.events = removed.last;
    return true;
  }
  // Locked rows were skipped: the next round starts from the first event again.
  if (progress.events !== null) {
    progress.events = null;
    return true;
  }
  return (await withRetry(() => db().$executeRawUnsafe(detachEventsStatement, workspaceId, personId, eventsPerBatch))) > 0;
}
