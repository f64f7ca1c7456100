import { append } from "@/lib/chats/append";
import type { Outcome } from "@/lib/chats/contract";
import { storedOutcome } from "@/lib/chats/stored-outcome";
import * as events from "@/lib/context/events";
import type { RecordedEvent } from "@/lib/context/events/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { ActionCall, Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { run } from "@/lib/platform/db/rows";
import * as metrics from "@/lib/platform/metrics";
import { type ChangeNotification, notify } from "@/lib/platform/notify";
import { resultWindow } from "./contract";
import type { HeaderList } from "./headers";
import { pressedWith } from "./pressed-with";
import type { Reply } from "./reply";

/** What came over the wire, for the log of calls. */
type Received = {
  tookMs?: number;
  replyStatus?: number;
  replyHeaders?: HeaderList;
  replyBody?: string;
  resultBody?: string;
};

/** The outcome of a call: from its reply, from a result reported later, or from neither. */
export type CallResult = {
  state: Outcome["state"];
  reply: Reply;
  reason: string | null;
  received: Received;
  /** False when it is known that nothing reached the receiver. */
  isSent?: boolean;
};
/** The notifications to send after the commit, the new state of the call (null: unchanged), and the recorded event. */
type CommittedChange = { notifications: ChangeNotification[]; became: Outcome["state"] | null; event: RecordedEvent | null };

/**
 * Records the outcome of a call whose state has not changed since it was read, and sends change notifications. Of a call that is gone,
 * because its person was erased, nothing is kept.
 */
export async function completeCall(call: ActionCall, result: CallResult): Promise<void> {
  const { workspaceId, id } = call;
  const written = await withLinkingLock(workspaceId, "read", async (tx) => {
    await run(tx, { workspace: workspaceId })`
select id from action_call where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid for update`;
    const now = await tx.actionCall.findUnique({ where: { workspaceId_id: { workspaceId, id } } });
    if (!now) return { notifications: [], became: null, event: null };
    return now.state === call.state || isGivenUp(call, now, result)
      ? writeOutcome(tx, now, checkTime(result))
      : recordLateReply(tx, now, result);
  });
  notifyOutcome(workspaceId, written);
}

/**
 * Whether the call was marked unknown while the database was unavailable: the receiver's reply is still recorded, late. The item
 * that says "unknown" stays in the chat, before it.
 */
const isGivenUp = (call: ActionCall, now: ActionCall, result: CallResult): boolean =>
  call.state === "sending" && now.state === "unknown" && now.answerBy === null && result.state !== "unknown";

/** Counts the outcome and sends the change notifications; called after the commit. */
export function notifyOutcome(workspaceId: string, { notifications, became }: CommittedChange): void {
  if (became) metrics.actionCallEnded(became);
  for (const notification of notifications) notify(workspaceId, notification);
}

/**
 * Writes the outcome, the note and the event, or none of them. Needs a transaction that holds the linking lock and the lock of
 * the call's row. A call that was answered with 202 adds an item only when its reply has a note or a reason.
 */
export async function writeOutcome(on: Prisma.TransactionClient, call: ActionCall, result: CallResult): Promise<CommittedChange> {
  const { workspaceId, id, chatId, personId, contactId } = call;
  const { state, reply, reason } = result;
  const at = currentTime();
  const isSilent = state === "working" && reply.message === null && reason === null;
  const row = isSilent ? undefined : await append(on, workspaceId, chatId, await itemOf(on, call, result, at));
  const recorded = reply.event ? await events.recordForChat(on, workspaceId, { personId, chatId }, reply.event) : undefined;
  await on.actionCall.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: {
      state,
      isSent: result.isSent ?? true,
      ...loggedPart(call, result),
      ...(reply.message === null ? {} : { isNoted: true }),
      ...(recorded ? { recordedEventId: recorded.event.id } : {}),
      ...(state === "working" ? {} : { finishedAt: at }),
      // Also set for a result that arrives before the 202, so that it can be recognized as a result later.
      ...(call.answerBy || !isAsynchronous(result) ? {} : { answerBy: new Date(at.getTime() + resultWindow.ms) }),
    },
  });
  const notification: ChangeNotification = {
    ...(row ? { chats: [{ id: chatId, seq: row.seq }] } : {}),
    people: [personId],
    contacts: contactId ? [contactId] : [],
    calls: [id],
  };
  return {
    notifications: recorded ? [notification, recorded.notification] : [notification],
    became: state,
    event: recorded?.event ?? null,
  };
}

const isAsynchronous = ({ state, received }: CallResult): boolean => state === "working" || received.resultBody !== undefined;

/** Deleting a contact removes the bodies of its calls: a call that is still running must not bring them back. */
function loggedPart({ requestBody }: ActionCall, { received, reason }: Pick<CallResult, "received" | "reason">) {
  const { tookMs, replyStatus } = received;
  if (requestBody !== null) return { ...received, reason };
  return { ...(tookMs === undefined ? {} : { tookMs }), ...(replyStatus === undefined ? {} : { replyStatus }) };
}

/** The result came before the reply, or the call was marked unknown: that outcome stands, and the reply is only logged. */
async function recordLateReply(on: Prisma.TransactionClient, call: ActionCall, { received, reply }: CallResult): Promise<CommittedChange> {
  const { workspaceId, id, personId } = call;
  if (call.replyStatus !== null || received.replyStatus === undefined) return { notifications: [], became: null, event: null };
  const isUnused = reply.message !== null || reply.event !== null;
  const cause = call.state === "unknown" ? "the call had been given up before it came" : "the result had come before the reply";
  const reason = isUnused ? `The reply's note and event were not used: ${cause}.` : call.reason;
  await on.actionCall.update({ where: { workspaceId_id: { workspaceId, id } }, data: loggedPart(call, { received, reason }) });
  return { notifications: [{ people: [personId], calls: [id] }], became: null, event: null };
}

/** An event in the future is rejected like any other invalid event; the note is still used. */
function checkTime(result: CallResult): CallResult {
  try {
    events.checkTime(result.reply.event?.occurredAt);
    return result;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...result, reason: `The reply's event was not recorded: ${error.message}`, reply: { ...result.reply, event: null } };
  }
}

async function itemOf(on: Prisma.TransactionClient, call: ActionCall, { state, reply, reason, received }: CallResult, at: Date) {
  const { id, label, accountId, agentName, startedAt, isResend } = call;
  const isResult = received.resultBody !== undefined;
  const tookMs = isResult ? at.getTime() - startedAt.getTime() : (received.tookMs ?? null);
  const pressed = await pressedWith(on, call);
  const shown = { callId: id, label, state, message: reply.message, reason, tookMs, ...(isResend && { isResend }), ...pressed };
  const data = storedOutcome(shown);
  return { id: newId(), kind: "action" as const, author: "agent" as const, by: { id: accountId, name: agentName }, data, at };
}
