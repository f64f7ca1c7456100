import * as events from "@/lib/domain/events";
import { AppError } from "@/lib/kernel/errors";
import type { ActionCall } from "@/lib/platform/db/client/client";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { conclude, type Ended, told } from "./complete";
import type { ResultInput } from "./contract";
import { visible } from "./reply";

const reportWithinMs = 30 * 60_000;

/**
 * Takes the result of a call that its receiver answered with 202, once. The newest sending of the delivery that waits gets it.
 * @throws invalid_request, not_found, conflict (reported already, too late, not waiting)
 */
export async function report(workspaceId: string, deliveryId: string, { sent, ...input }: ResultInput & { sent: unknown }) {
  const status = input.status ?? "succeeded";
  const ended = endedBy(status, input, JSON.stringify(sent));
  const written = await withLinkingLock(workspaceId, "read", async (tx) => {
    // Two results at the same time come one after the other: the second finds a call that has ended.
    await tx.$executeRaw`
      select id from action_call where workspace_id = ${workspaceId}::uuid and delivery_id = ${deliveryId}::uuid order by id for update`;
    const calls = await tx.actionCall.findMany({ where: { workspaceId, deliveryId }, orderBy: [{ startedAt: "desc" }, { id: "desc" }] });
    return conclude(tx, waitingOf(calls, new Date()), ended);
  });
  told(workspaceId, written);
  return { deliveryId: deliveryId.toLowerCase(), status, event: written.event };
}

function endedBy(status: "succeeded" | "failed", { message, event }: ResultInput, resultBody: string): Ended {
  const text = message === undefined ? null : visible(message, Number.POSITIVE_INFINITY);
  if (message !== undefined && text === null) throw new AppError("invalid_request", "message must have something that can be read.");
  checkTime(event);
  const received = { resultBody };
  const reply = { message: status === "failed" ? null : text, event: event ?? null, refused: null };
  if (status === "succeeded") return { state: "delivered", reply, reason: null, received };
  return { state: "refused", reply, reason: text ?? "Your server reported a failure without saying why.", received };
}

function checkTime(event: ResultInput["event"]): void {
  try {
    events.effectiveTime(event?.occurredAt, new Date());
  } catch (error) {
    throw error instanceof AppError ? new AppError(error.code, `event.${error.message}`) : error;
  }
}

/** The call that takes the result. @throws not_found, conflict */
function waitingOf(calls: readonly ActionCall[], now: Date): ActionCall {
  const [newest] = calls;
  if (!newest) throw new AppError("not_found", "There is no such delivery. Send the X-Service-Delivery of the call as it came.");
  const waiting = calls.find((call) => isWaiting(call, now));
  if (!waiting) throw new AppError("conflict", whyNot(newest));
  return waiting;
}

function isWaiting({ state, answerBy, startedAt }: ActionCall, now: Date): boolean {
  switch (state) {
    // A quick receiver: its result is here before its 202 is written down.
    case "sending":
      return true;
    case "working":
      return answerBy !== null && answerBy > now;
    // Beside was stopped before it had the reply: better the truth late than never.
    case "unknown":
      return answerBy === null && startedAt.getTime() + reportWithinMs > now.getTime();
    case "delivered":
    case "refused":
    case "failed":
      return false;
  }
}

function whyNot({ state, answerBy, finishedAt, startedAt, replyStatus }: ActionCall): string {
  const ended = (finishedAt ?? startedAt).toISOString();
  if (state === "unknown" || state === "working") {
    return `The result came too late: it was expected by ${(answerBy ?? new Date(startedAt.getTime() + reportWithinMs)).toISOString()}.`;
  }
  if (answerBy) return `The result of this delivery was reported already, at ${ended}. Only the first one counts.`;
  const how = replyStatus === null ? "failed without a reply of your server" : `was answered with ${replyStatus}`;
  return `This delivery does not wait for a result: it ${how}, at ${ended}. Answer 202 to report a result later.`;
}
