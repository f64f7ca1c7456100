import * as events from "@/lib/context/events";
import { AppError } from "@/lib/kernel/errors";
import type { ActionCall } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { run } from "@/lib/platform/db/rows";
import { type CallResult, notifyOutcome, writeOutcome } from "./complete";
import { type ResultInput, resultWindow } from "./contract";
import { cleanText } from "./shared/said";

/**
 * Records the result of a call that the receiver answered with 202, once. It goes to the newest sending that still waits for one.
 * @throws invalid_request, not_found, conflict (reported already, too late, not waiting)
 */
export async function recordResult(workspaceId: string, deliveryId: string, { sent, ...input }: ResultInput & { sent: unknown }) {
  const status = input.status ?? "succeeded";
  const result = resultOf(status, input, JSON.stringify(sent));
  const written = await withLinkingLock(workspaceId, "read", async (tx) => {
    // Serializes concurrent results: the second one finds a call that has ended.
    await run(tx, { workspace: workspaceId })`
      select id from action_call where workspace_id = ${workspaceId}::uuid and delivery_id = ${deliveryId}::uuid order by id for update`;
    const calls = await tx.actionCall.findMany({ where: { workspaceId, deliveryId }, orderBy: [{ startedAt: "desc" }, { id: "desc" }] });
    return writeOutcome(tx, findWaiting(calls, currentTime()), result);
  });
  notifyOutcome(workspaceId, written);
  return { deliveryId: deliveryId.toLowerCase(), status, event: written.event };
}

function resultOf(status: NonNullable<ResultInput["status"]>, { message, event }: ResultInput, resultBody: string): CallResult {
  const text = message === undefined ? null : cleanText(message, Number.POSITIVE_INFINITY);
  if (message !== undefined && text === null) throw new AppError("invalid_request", "message must have something that can be read.");
  checkTime(event);
  const received = { resultBody };
  const reply = { message: status === "succeeded" ? text : null, event: event ?? null, refused: null };
  if (status === "succeeded") return { state: "succeeded", reply, reason: null, received };
  return { state: "refused", reply, reason: text ?? "Your server reported a failure without saying why.", received };
}

function checkTime(event: ResultInput["event"]): void {
  try {
    events.checkTime(event?.occurredAt);
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, `event.${error.message}`) : error;
  }
}

/** The call that gets the result. @throws not_found, conflict */
function findWaiting(calls: readonly ActionCall[], now: Date): ActionCall {
  const newest = calls.find(({ resultBody }) => resultBody !== null) ?? calls[0];
  if (!newest) throw new AppError("not_found", "There is no such delivery. Send the X-Service-Delivery of the call as it came.");
  // A result that was reported for one sending is not repeated for another that may have happened.
  const isReported = calls.some(({ resultBody }) => resultBody !== null);
  const waiting = calls.find((call) => isWaiting(call, now) && !(isReported && call.state === "unknown"));
  if (!waiting) throw new AppError("conflict", conflictMessage(newest));
  return waiting;
}

function isWaiting({ state, answerBy, startedAt }: ActionCall, now: Date): boolean {
  switch (state) {
    // A fast receiver's result can arrive before its 202 is recorded.
    case "sending":
      return true;
    case "working":
      return answerBy !== null && answerBy > now;
    // No reply came, or Beside stopped before it got it: a late result is better than none.
    case "unknown":
      return answerBy === null && startedAt.getTime() + resultWindow.ms > now.getTime();
    case "succeeded":
    case "refused":
    case "failed":
      return false;
  }
}

function conflictMessage({ state, answerBy, finishedAt, startedAt, replyStatus }: ActionCall): string {
  const endedAt = (finishedAt ?? startedAt).toISOString();
  if (state === "unknown" || state === "working") {
    return `The result came too late: it was expected by ${(answerBy ?? new Date(startedAt.getTime() + resultWindow.ms)).toISOString()}.`;
  }
  if (answerBy) return `The result of this delivery was reported already, at ${endedAt}. Only the first one counts.`;
  const how = replyStatus === null ? "failed without a reply of your server" : `was answered with ${replyStatus}`;
  return `This delivery does not wait for a result: it ${how}, at ${endedAt}. Answer 202 to report a result later.`;
}
