/**
 * An event is something that happened to a customer, recorded once and posted as a card to the customer's chats. Events with one name
 * and reference that are problems make one problem.
 */

import { type Runner, rows } from "@/lib/platform/db/rows";
import { lockTimeoutMs } from "@/lib/platform/db/timeouts";
import { serving } from "@/lib/platform/db/turns";
import * as metrics from "@/lib/platform/metrics";
import type { ChangeNotification } from "@/lib/platform/notify";
import type { EventInput, RecordedEvent } from "./contract";
import { pendingCards } from "./pending-cards";
import { problemRefreshes } from "./problem-refreshes";
import { recordStatement } from "./sql";
import { answerOf, closedBy, type EventFields, type Idempotency, jobOf, notificationOf, parametersOf, requestOf, write } from "./write";

export { recordAll } from "./batch";
export { removeBatchOf } from "./removal";
export { checkTime } from "./write";

/** What follows an event in steps. */
export const queues = [pendingCards, problemRefreshes];
export const jobs = queues.map((queue) => serving(queue));

/**
 * Records an event by the contract's §3; durable when it returns.
 * @throws customer_not_found, idempotency_conflict, invalid_request (a time in the future)
 */
export async function record(
  workspaceId: string,
  input: EventInput,
  idempotency: Idempotency = { key: undefined, body: undefined },
): Promise<RecordedEvent & { replayed: boolean }> {
  const job = requestOf(workspaceId, input, idempotency);
  return answerOf(job, await write(job));
}

/**
 * Records the event in a reply to an action call: it belongs to the person of the chat, contact or not (contract §5). Runs in a
 * transaction that holds the linking lock. Returns the event and the change notification to send after the commit.
 */
export async function recordForChat(
  on: Runner,
  workspaceId: string,
  at: { personId: string; chatId: string },
  input: EventFields,
): Promise<{ event: RecordedEvent; notification: ChangeNotification }> {
  const job = { ...jobOf(workspaceId, input), ...at };
  const [row] = await rows(on, recordStatement)(...parametersOf([job], lockTimeoutMs));
  if (!row) throw new Error(`Person ${at.personId} is missing.`);
  metrics.eventsRecorded([row]);
  const notification = { ...notificationOf([row]), ...(row.reset.length > 0 && (await closedBy(on, workspaceId, [row]))) };
  return { event: row, notification };
}
