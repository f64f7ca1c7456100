import type { z } from "zod";
import * as events from "@/lib/context/events";
import { db } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import { removal } from "@/lib/platform/db/turns/removal";
import { log } from "@/lib/platform/log";
import * as metrics from "@/lib/platform/metrics";
import { notify } from "@/lib/platform/notify";
import { emptyBatchOf } from "@/lib/webhooks/retention";
import * as idempotency from "@/lib/workspace/idempotency";
import * as requests from "@/lib/workspace/request-log";
import { forgetLinesStatement, forgetMentionsStatement, phonePattern } from "./imports-sql";
import {
  clearFormerUserIdStatement,
  countStatement,
  type DeletedRow,
  deletedStatement,
  nextStatement,
  oldestStatement,
  removeBareStatement,
  removeStatement,
  sweepStatement,
} from "./sql";

/** How long to wait for other instances to write the log lines that they have in memory. */
const waitMs = 500;
/** Lines of imports that are removed and that are looked at in one statement, and contacts that nothing is left of. */
const [forgottenAtOnce, lookedAtOnce, bareAtOnce] = [1_000, 2_000, 1_000];

type Deleted = z.output<typeof DeletedRow>;
/** Whether the log has no userId of a contact any more, which line of an import was looked at last, how far its events were removed, and the chats that were notified. */
type RemovalProgress = { isRedacted: boolean; looked: { importId: string; line: number }; from: Date | null; notified: Set<string> };

const begun = (): RemovalProgress => ({
  ...{ isRedacted: false, looked: { importId: "00000000-0000-0000-0000-000000000000", line: 0 } },
  ...{ from: null, notified: new Set() },
});

export const queue = { name: "deleted contacts", nextStatement, sweepStatement, countStatement };

/** Removes what deleted contacts left behind. */
export const { jobs, scheduleRemoval, ageSeconds } = removal<Deleted>({
  queue,
  oldest: async () => (await rows(db(), oldestStatement)()).map(({ deletedAt }) => deletedAt),
  work(signal) {
    const progressOf = new Map<string, RemovalProgress>();
    return {
      waitMs,
      async waiting(workspaceId, max) {
        // Together, so that those of an undone import hold up nobody who is to be forgotten.
        const bare = await withRetry(() => run(db(), removeBareStatement)(workspaceId, bareAtOnce));
        if (bare > 0) metrics.rowsRemoved("deleted contacts", bare);
        return rows(db(), deletedStatement)(workspaceId, max);
      },
      idOf: ({ id }) => id,
      step(contact) {
        const progress = progressOf.get(contact.id) ?? begun();
        progressOf.set(contact.id, progress);
        return removeSome(contact, progress, signal);
      },
      // It is left for the next run, and does not hold up the others.
      failed: ({ id }, error) => log.error({ error, contact: id }, "a batch of what a deleted contact left behind could not be removed"),
    };
  },
  failure: "the removal of what deleted contacts left behind failed; it goes on in a while",
});

/** One batch. False when there is nothing to do but wait. */
async function removeSome(contact: Deleted, progress: RemovalProgress, signal: AbortSignal): Promise<boolean> {
  const { workspaceId, id, deletedAt, formerUserId } = contact;
  if (formerUserId !== null && requests.isWritten(deletedAt)) {
    if (!progress.isRedacted) {
      await withRetry(() => idempotency.forget(db(), workspaceId, deletedAt));
      if (!(await requests.redactUserId(workspaceId, formerUserId, { deletedAt, signal }))) return true;
      progress.isRedacted = true;
    }
    const values = [workspaceId, formerUserId, deletedAt, forgottenAtOnce];
    const [forgotten] = await withRetry(() => rows(db(), forgetLinesStatement)(...values));
    if ((forgotten?.count ?? 0) > 0) return true;
    // Until then it stays, and is looked for again; what else is left goes meanwhile.
    if (forgotten && !forgotten.isChecking) {
      if (await forgetMentions(contact, progress)) return true;
      await run(db(), clearFormerUserIdStatement)(workspaceId, id);
    }
  }
  if ((await withRetry(() => emptyBatchOf(workspaceId, { contactIds: [id] }))) > 0) return true;
  const { count, items, last } = await withRetry(() => events.removeBatchOf(db(), workspaceId, id, progress.from));
  if (count > 0) {
    metrics.rowsRemoved("events of deleted contacts", count);
    notifyChats(
      workspaceId,
      progress,
      items.map(({ chatId }) => chatId),
    );
    progress.from = last;
    return true;
  }
  // Locked rows were skipped: the next round starts from the first event again.
  const isFromTheFirst = progress.from === null;
  progress.from = null;
  if (!isFromTheFirst) return true;
  const isGone = (await run(db(), removeStatement)(workspaceId, id)) > 0;
  if (isGone) metrics.rowsRemoved("deleted contacts", 1);
  return isGone;
}

/** Looks through the next lines of imports that were kept to be mended. False when it is through. */
async function forgetMentions({ workspaceId, formerUserId, formerEmail, formerPhone, deletedAt }: Deleted, progress: RemovalProgress) {
  const { importId, line } = progress.looked;
  const phone = formerPhone === null ? null : phonePattern(formerPhone);
  const values = [workspaceId, formerUserId, formerEmail, phone, deletedAt, importId, line, lookedAtOnce];
  const [last] = await withRetry(() => rows(db(), forgetMentionsStatement)(...values));
  if (last) progress.looked = last;
  return last !== undefined;
}

/** Cards of a deleted contact show as deleted from the first moment on; open chats refetch once. */
function notifyChats(workspaceId: string, { notified }: RemovalProgress, chats: string[]): void {
  const reset = [...new Set(chats)].filter((chat) => !notified.has(chat));
  if (reset.length === 0) return;
  for (const chat of reset) notified.add(chat);
  notify(workspaceId, { reset });
}
