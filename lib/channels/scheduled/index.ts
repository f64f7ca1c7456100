/**
 * A scheduled message is a reply that is sent at a time that an agent chose. Until then it is no item of the chat; a draft is nobody's but its
 * browser's, and a snooze sends nothing.
 */

import { fileProblems } from "@/lib/channels/registry";
import * as chats from "@/lib/chats";
import * as attachments from "@/lib/chats/attachments";
import { noSuchChat } from "@/lib/chats/read";
import { outsideChannels } from "@/lib/chats/shared/channels";
import { maxScheduled, maxScheduledDays } from "@/lib/chats/shared/limits";
import { dayMs } from "@/lib/kernel/durations";
import { AppError, refusal } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withRetry } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { env } from "@/lib/platform/env";
import { notify } from "@/lib/platform/notify";
import { addStatement, cancelStatement, listStatement } from "./sql";

type Agent = { id: string; name: string };
type NewScheduled = { id: string; text: string; attachments?: string[] | undefined; replyTo?: string | undefined; sendAt: Date; at?: Date };

/** What waits to be sent to the person of a chat, and what could not be sent. @throws not_found */
export async function list(workspaceId: string, chatId: string) {
  const found = await rows(db(), listStatement)(workspaceId, chatId);
  if (found.length === 0) await requireChat(db(), workspaceId, chatId);
  return { items: found };
}

/** @throws not_found */
async function requireChat(on: Pick<Prisma.TransactionClient, "chat">, workspaceId: string, chatId: string): Promise<void> {
  const where = { workspaceId_id: { workspaceId, id: chatId } };
  if (!(await on.chat.findUnique({ where, select: { id: true } }))) throw noSuchChat();
}

/** @throws invalid_request */
function checkTime(sendAt: Date, now: Date): void {
  const last = new Date(now.getTime() + maxScheduledDays * dayMs);
  if (sendAt > now && sendAt <= last) return;
  const message = `sendAt must be a time in the future and not after ${last.toISOString()}, which is in ${maxScheduledDays} days.`;
  throw new AppError("invalid_request", message);
}

/**
 * Sends a reply at a time: not after the window of its channel, which is said at once. A repeated id changes nothing.
 * @throws not_found, conflict, invalid_request
 */
export async function schedule(workspaceId: string, chatId: string, agent: Agent, given: NewScheduled): Promise<{ id: string }> {
  const { at = currentTime(), ...message } = given;
  checkTime(message.sendAt, at);
  const personId = await withRetry(() => db().$transaction((tx) => add(tx, { workspaceId, chatId, agent, at }, message)));
  if (personId !== undefined) notify(workspaceId, { people: [personId] });
  return { id: message.id };
}

type Where = { workspaceId: string; chatId: string; agent: Agent; at: Date };

/** Returns the person of the chat; undefined for a repeat. */
async function add(tx: Prisma.TransactionClient, where: Where, { sendAt, ...message }: NewScheduled): Promise<string | undefined> {
  const { workspaceId, chatId, agent, at } = where;
  await requireWindow(tx, workspaceId, chatId, sendAt);
  const content = await chats.contentOf(tx, where, { ...message, kind: "message", fileProblems });
  const data = content && Object.keys(content).length > 0 ? JSON.stringify(content) : null;
  const values = [message.id, agent.id, agent.name, message.text, data, sendAt, at];
  const [row] = await rows(tx, addStatement)(workspaceId, chatId, ...values);
  if (!row) throw noSuchChat();
  if (row.isThere) return undefined;
  if (!row.isOpen) throw refusalError("conflict", "alreadyClosed");
  if (!row.isAdded) throw refusalError("conflict", refusal("tooManyScheduled", { max: maxScheduled }));
  return row.personId;
}

/** @throws not_found, conflict */
async function requireWindow(tx: Prisma.TransactionClient, workspaceId: string, chatId: string, sendAt: Date): Promise<void> {
  const window = await chats.windowOf(workspaceId, chatId, tx);
  const { isSentOutside, isReachable, hasWindow, opensUntil, channel } = window;
  // In the demo, the simulator shows what is not sent; the website's chat goes nowhere.
  const goesOutside = outsideChannels.some((name) => name === channel);
  if (!goesOutside || (!isSentOutside && env().DEMO === "1")) return;
  if (!isSentOutside || !isReachable) throw refusalError("conflict", chats.refusalOf(window));
  if (!hasWindow || (opensUntil !== null && sendAt < opensUntil)) return;
  if (opensUntil === null || opensUntil <= currentTime()) throw refusalError("conflict", chats.refusalOf(window));
  throw refusalError("conflict", "windowEndsBefore");
}

/** Whoever wrote it. @throws not_found, conflict for one that was sent, or cancelled before */
export async function cancel(workspaceId: string, chatId: string, id: string): Promise<{ cancelled: true }> {
  const personId = await withRetry(() =>
    db().$transaction(async (tx) => {
      const [gone] = await rows(tx, cancelStatement)(workspaceId, chatId, id);
      if (!gone) {
        await requireChat(tx, workspaceId, chatId);
        throw refusalError("conflict", "notScheduled");
      }
      await attachments.giveBack(tx, workspaceId, id);
      return gone.personId;
    }),
  );
  notify(workspaceId, { people: [personId] });
  return { cancelled: true };
}
