import { firstPosition, type Position, redactProcessed } from "@/lib/channels/inbound/erase";
import { batchSize as eventsPerBatch } from "@/lib/context/events/removal";
import { lowestId } from "@/lib/kernel/id-bounds";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import { removal } from "@/lib/platform/db/turns/removal";
import * as files from "@/lib/platform/files";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { emptyBatchOf } from "@/lib/webhooks/retention";
import * as idempotency from "@/lib/workspace/idempotency";
import {
  countStatement,
  detachEventsStatement,
  endChatStatement,
  endPersonStatement,
  filesStatement,
  forgetNamesStatement,
  nextChatStatement,
  nextStatement,
  oldestStatement,
  removeEventsStatement,
  removeItemsStatement,
  sweepStatement,
  type WaitingRow,
  waitingStatement,
} from "./sql";

const itemsPerBatch = 200;
const filesPerBatch = 20;
/** Longer than an upload that had begun takes to reach the store: until then its file is removed again with every round. */
const settledAfterMs = 5 * 60_000;

/** How far the removal of what somebody left behind has come, in this process. A killed one begins again with what is there. */
type Progress = { events: Date | null; names: Position; chat: string };

export const queue = { name: "erased people", nextStatement, sweepStatement, countStatement };

/** Removes what erased people left behind. */
export const { jobs, scheduleRemoval, ageSeconds } = removal<WaitingRow>({
  queue,
  oldest: async () => (await rows(db(), oldestStatement)()).map(({ erasedAt }) => erasedAt),
  work() {
    const progressOf = new Map<string, Progress>();
    return {
      waiting: (workspaceId, max) => rows(db(), waitingStatement)(workspaceId, max),
      idOf: ({ personId }) => personId,
      step(person) {
        const progress = progressOf.get(person.personId) ?? { events: null, names: firstPosition, chat: lowestId };
        progressOf.set(person.personId, progress);
        return removeSome(person, progress);
      },
      failed: ({ personId }, error) =>
        log.error({ error, person: personId }, "a batch of what an erased person left behind could not be removed"),
    };
  },
  failure: "the removal of what erased people left behind failed; it goes on in a while",
});

/** One batch. False when nothing is left, or nothing but what has to wait. */
async function removeSome(person: WaitingRow, progress: Progress): Promise<boolean> {
  const { workspaceId, personId, erasedAt } = person;
  await withRetry(() => idempotency.forget(db(), workspaceId, erasedAt));
  if (person.formerNames.length > 0) {
    await redactNames(person, progress);
    return true;
  }
  if ((await withRetry(() => emptyBatchOf(workspaceId, { personId }))) > 0) return true;
  if (await removeFromChat(workspaceId, personId, progress)) return true;
  if (await removeEvents(workspaceId, personId, progress)) return true;
  const ended = await withRetry(() => run(db(), endPersonStatement)(workspaceId, personId));
  if (ended > 0) metrics.rowsRemoved("erased people", 1);
  return false;
}

/** One part of what channels have reported is searched for their names; after the last part the names are forgotten. */
async function redactNames({ workspaceId, personId, formerNames: names, erasedAt }: WaitingRow, progress: Progress): Promise<void> {
  const next = await redactProcessed(workspaceId, { names, erasedAt, from: progress.names });
  progress.names = next ?? firstPosition;
  if (next === null) await run(db(), forgetNamesStatement)(workspaceId, personId);
}

/** One batch of the next of their chats; one that has files which may still be on their way is left to the next run. False at the end. */
async function removeFromChat(workspaceId: string, personId: string, progress: Progress): Promise<boolean> {
  const [chat] = await rows(db(), nextChatStatement)(workspaceId, personId, progress.chat);
  if (!chat) return false;
  const { chatId } = chat;
  const [removed] = await withRetry(() => rows(db(), removeItemsStatement)(workspaceId, chatId, itemsPerBatch));
  if (removed && removed.count > 0) {
    metrics.rowsRemoved("items of erased people", removed.count);
    return true;
  }
  await removeFiles(workspaceId, chatId);
  await withRetry(() => run(db(), endChatStatement)(workspaceId, chatId));
  progress.chat = chatId;
  return true;
}

/** The bytes go before their row, so a killed process leaves nothing that the next run does not find. */
async function removeFiles(workspaceId: string, chatId: string): Promise<void> {
  const settled = new Date(currentTime().getTime() - settledAfterMs);
  let after = lowestId;
  for (let found = filesPerBatch; found === filesPerBatch; ) {
    const batch = await rows(db(), filesStatement)(workspaceId, chatId, after, filesPerBatch, settled);
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
  const [removed] = await withRetry(() => rows(db(), removeEventsStatement)(...values));
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
  return (await withRetry(() => run(db(), detachEventsStatement)(workspaceId, personId, eventsPerBatch))) > 0;
}
