import { wake as wakeOutbound } from "@/lib/channels/outbound/worker";
import * as chats from "@/lib/chats";
import { AppError, hasCode, type RefusalKey } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { isTooSlow, isUnavailable, withRetry } from "@/lib/platform/db/errors";
import { rows, run } from "@/lib/platform/db/rows";
import { type Queue, type Served, serving, type Turn } from "@/lib/platform/db/turns";
import { log } from "@/lib/platform/log";
import { notify } from "@/lib/platform/notify";
import type { Failure } from "./contract";
import { countStatement, dueStatement, failStatement, nextStatement, sentStatement, sweepStatement, takeStatement } from "./sql";

/** It cannot be sent, and an agent decides what becomes of it. */
class NotSent extends Error {
  constructor(readonly failure: Failure) {
    super(failure);
  }
}

const failures: Partial<Record<RefusalKey, Failure>> = {
  notConnected: "not_connected",
  otherWayUnknown: "unreachable",
  windowShut: "window_over",
};

/** Another chat of the person began in this moment. */
function asNewerChat(error: unknown): never {
  throw hasCode(error, "conflict") ? new NotSent("newer_chat") : error;
}

type Sent = { chatId: string; personId: string; seq: number };

/**
 * In one transaction: the message is in the chat, under the id that was scheduled, and waits no more. A killed process leaves it as it was. A
 * closed chat is open again, unless another one of this person is. @throws NotSent, and what writing throws
 */
async function sendIn(tx: Prisma.TransactionClient, workspaceId: string, id: string, at: Date): Promise<Sent | undefined> {
  const [taken] = await rows(tx, takeStatement)(workspaceId, id, at);
  if (!taken) return undefined;
  const { chatId, personId, accountId, authorName, text, content, isOpen, hasOtherOpen } = taken;
  if (authorName === null) throw new NotSent("author_left");
  if (hasOtherOpen) throw new NotSent("newer_chat");
  const agent = { id: accountId, name: authorName };
  if (!isOpen) await chats.setStatusIn(tx, workspaceId, chatId, { agent, status: "open", at }).catch(asNewerChat);
  const where = { workspaceId, chatId, agent, at };
  const written = await chats.writeIn(tx, where, { id, kind: "message", text, content: content ?? undefined });
  await run(tx, sentStatement)(workspaceId, id);
  return { chatId, personId, seq: written.seq };
}

async function sendOne(workspaceId: string, id: string, at: Date): Promise<void> {
  try {
    const sent = await withRetry(() => db().$transaction((tx) => sendIn(tx, workspaceId, id, at)));
    if (!sent) return;
    notify(workspaceId, { chats: [{ id: sent.chatId, seq: sent.seq }], people: [sent.personId] });
    wakeOutbound(workspaceId);
  } catch (error) {
    if (isUnavailable(error) || isTooSlow(error)) throw error;
    const failure = failureOf(error);
    // It would be the first again in each turn, and keep the others waiting.
    if (failure === "refused") log.error({ error, message: id }, "a scheduled message could not be sent");
    const [failed] = await rows(db(), failStatement)(workspaceId, id, failure);
    if (failed) notify(workspaceId, { people: [failed.personId] });
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof NotSent) return error.failure;
  return (error instanceof AppError && error.refusal && failures[error.refusal.key]) || "refused";
}

/** Sends what is due of a workspace. */
export async function sendDue(workspaceId: string, { max, until, signal }: Turn, now = currentTime()): Promise<Served> {
  const due = await rows(db(), dueStatement)(workspaceId, now, max);
  let count = 0;
  for (const { id } of due) {
    await sendOne(workspaceId, id, now);
    count += 1;
    if (performance.now() > until || signal.aborted) break;
  }
  return { count, isMore: count < due.length || due.length === max };
}

export const queue: Queue = {
  ...{ name: "scheduled", places: 4, placesEach: 1, first: 10, max: 100, maxStopMs: 10_000 },
  ...{ nextStatement, sweepStatement, countStatement },
  serve: (workspaceId, turn) => sendDue(workspaceId, turn),
};

export const jobs = [serving(queue)];
