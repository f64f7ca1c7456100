import { append } from "@/lib/domain/chats/append";
import type { Outcome } from "@/lib/domain/chats/contract";
import * as events from "@/lib/domain/events";
import type { RecordedEvent } from "@/lib/domain/events/contract";
import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { ActionCall, Prisma } from "@/lib/platform/db/client/client";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import * as metrics from "@/lib/platform/metrics";
import { type Poke, poke } from "@/lib/platform/notify";
import type { HeaderList } from "./headers";
import type { Reply } from "./reply";

/** How long a receiver that took a call may take to report its result. */
const answerWithinMs = 30 * 60_000;

/** What came over the wire, for the log of calls. */
type Received = {
  tookMs?: number;
  replyStatus?: number;
  replyHeaders?: HeaderList;
  replyBody?: string;
  resultBody?: string;
};

/** What became of a call: of its sending, of a result that came later, or of neither. */
export type Ended = {
  state: Outcome["state"];
  reply: Reply;
  reason: string | null;
  received: Received;
  /** False when it is known that nothing reached the receiver. */
  isSent?: boolean;
};
/** Whom to tell once it is committed, what the call became, and the event that was recorded. */
export type Written = { pokes: Poke[]; became: Outcome["state"] | null; event: RecordedEvent | null };

/** Writes down what became of a call, if it is still as it was when it was read, and tells the screens. */
export async function finish(call: ActionCall, ended: Ended): Promise<void> {
  const { workspaceId, id } = call;
  const written = await withLinkingLock(workspaceId, "read", async (tx) => {
    await tx.$executeRaw`select id from action_call where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid for update`;
    const now = await tx.actionCall.findUniqueOrThrow({ where: { workspaceId_id: { workspaceId, id } } });
    return now.state === call.state || isGivenUp(call, now, ended) ? conclude(tx, now, checkTime(ended)) : keepLate(tx, now, ended);
  });
  told(workspaceId, written);
}

/**
 * A call that was called unknown because the database was away for as long: what its receiver said is the truth, and better
 * late than never. The item that says "unknown" stays in the chat, before it.
 */
const isGivenUp = (call: ActionCall, now: ActionCall, ended: Ended): boolean =>
  call.state === "sending" && now.state === "unknown" && now.answerBy === null && ended.state !== "unknown";

/** What was committed is counted, and whoever looks at it looks again. */
export function told(workspaceId: string, { pokes, became }: Written): void {
  if (became) metrics.actionCallEnded(became);
  for (const one of pokes) poke(workspaceId, one);
}

/**
 * The outcome, the note and the event stand in the chat together, or not at all. Runs in a transaction that holds the linking
 * lock and the call's row. A call that was taken leaves an item only when its receiver said something already.
 */
export async function conclude(on: Prisma.TransactionClient, call: ActionCall, ended: Ended): Promise<Written> {
  const { workspaceId, id, chatId, personId, contactId } = call;
  const { state, reply, reason } = ended;
  const at = new Date();
  const isSilent = state === "working" && reply.message === null && reason === null;
  const row = isSilent ? undefined : await append(on, workspaceId, chatId, itemOf(call, ended, at));
  const recorded = reply.event ? await events.recordFor(on, workspaceId, { personId, chatId }, reply.event) : undefined;
  await on.actionCall.update({
    where: { workspaceId_id: { workspaceId, id } },
    data: {
      state,
      isSent: ended.isSent ?? true,
      ...keptOf(call, ended),
      ...(reply.message === null ? {} : { isNoted: true }),
      ...(recorded ? { recordedEventId: recorded.event.id } : {}),
      ...(state === "working" ? {} : { finishedAt: at }),
      // Of a result that overtook the 202 it stays visible that it was a result.
      ...(call.answerBy || !isLater(ended) ? {} : { answerBy: new Date(at.getTime() + answerWithinMs) }),
    },
  });
  const poke: Poke = {
    ...(row ? { chats: [{ id: chatId, seq: row.seq }] } : {}),
    people: [personId],
    contacts: contactId ? [contactId] : [],
    calls: [id],
  };
  return { pokes: recorded ? [poke, recorded.poke] : [poke], became: state, event: recorded?.event ?? null };
}

const isLater = ({ state, received }: Ended): boolean => state === "working" || received.resultBody !== undefined;

/** A deleted contact took the bodies of its calls along: what still comes of one under way must not bring them back. */
function keptOf({ requestBody }: ActionCall, { received, reason }: Pick<Ended, "received" | "reason">) {
  const { tookMs, replyStatus } = received;
  if (requestBody !== null) return { ...received, reason };
  return { ...(tookMs === undefined ? {} : { tookMs }), ...(replyStatus === undefined ? {} : { replyStatus }) };
}

/** A result was faster than the reply, or the call was given up meanwhile: that stands, and the reply is only logged. */
async function keepLate(on: Prisma.TransactionClient, call: ActionCall, { received, reply }: Ended): Promise<Written> {
  const { workspaceId, id, personId } = call;
  if (call.replyStatus !== null || received.replyStatus === undefined) return { pokes: [], became: null, event: null };
  const isUnused = reply.message !== null || reply.event !== null;
  const before = call.state === "unknown" ? "the call had been given up before it came" : "the result had come before the reply";
  const reason = isUnused ? `The reply's note and event were not used: ${before}.` : call.reason;
  await on.actionCall.update({ where: { workspaceId_id: { workspaceId, id } }, data: keptOf(call, { received, reason }) });
  return { pokes: [{ people: [personId], calls: [id] }], became: null, event: null };
}

/** An event in the future is refused like any other bad event: the note is not lost for it. */
function checkTime(ended: Ended): Ended {
  try {
    events.effectiveTime(ended.reply.event?.occurredAt, new Date());
    return ended;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...ended, reason: `The reply's event was not recorded: ${error.message}`, reply: { ...ended.reply, event: null } };
  }
}

function itemOf({ id, label, accountId, agentName, startedAt, isResend }: ActionCall, { state, reply, reason, received }: Ended, at: Date) {
  const isResult = received.resultBody !== undefined;
  const tookMs = isResult ? at.getTime() - startedAt.getTime() : (received.tookMs ?? null);
  const data: Outcome = { callId: id, label, state, message: reply.message, reason, tookMs, ...(isResend && { isResend }) };
  return { id: newId(), kind: "action" as const, author: "agent" as const, by: { id: accountId, name: agentName }, data, at };
}
