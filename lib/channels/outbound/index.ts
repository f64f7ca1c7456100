/**
 * The outbound queue sends agents' messages by their channel, and knows how far each one came. Messages of the website are not in it:
 * the visitor's browser reads them from the chat.
 */

import { attemptOf } from "@/lib/channels/whatsapp/callback";
import { reasonOf } from "@/lib/channels/whatsapp/errors";
import * as chats from "@/lib/chats";
import type { MessageStatus } from "@/lib/chats/contract";
import { statusOf, windowIsShut } from "@/lib/chats/shared/delivery";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import { againStatement, SendingRow, StatusRow, sendingStatement, statusStatement } from "./sql";
import { wake } from "./worker";

type Agent = { id: string; name: string };
type NewMessage = Parameters<typeof chats.write>[3];

/** As `chats.write`; what goes outside is on its way at once. @throws not_found, conflict, invalid_request */
export async function write(workspaceId: string, chatId: string, agent: Agent, message: NewMessage): Promise<{ id: string; seq: number }> {
  const written = await chats.write(workspaceId, chatId, agent, message);
  wake(workspaceId);
  return written;
}

/** What a channel reports about a message. */
export type Status = {
  /** The channel's id of the message. */
  externalId: string;
  state: "sent" | "delivered" | "read" | "failed";
  at: Date;
  error?: { code: number; message?: string | undefined } | undefined;
  /** What was sent along to be returned with statuses (WhatsApp: `biz_opaque_callback_data`). */
  callback?: string | undefined;
};

/** Whether a message is being sent whose id at the channel is not known yet. */
export async function isSending(workspaceId: string): Promise<boolean> {
  const [row] = await rows(db(), SendingRow)(sendingStatement, workspaceId);
  return row?.isSending === true;
}

/**
 * Statuses may come in any order and more than once: states only rise, and a failure outweighs only "sent". False when no message
 * is known by this id: if one was being sent before, the answer with the id may still be on its way to us, so try again later.
 */
export async function applyStatus(workspaceId: string, { externalId, state, error, callback }: Status): Promise<boolean> {
  const attempt = attemptOf(callback);
  const reason = state === "failed" ? failureOf(error) : null;
  const found = await rows(db(), StatusRow)(
    statusStatement,
    workspaceId,
    "whatsapp",
    externalId,
    attempt?.id ?? null,
    attempt?.attempts ?? null,
    state,
    state === "failed" ? (error?.code ?? null) : null,
    reason,
    currentTime(),
  );
  const changed = found.filter((one) => one.changed);
  if (changed.length > 0) notify(workspaceId, itemsChanged(changed));
  return found.length > 0;
}

const failureOf = (error: Status["error"]): string =>
  error ? reasonOf(error.code, error.message) : "WhatsApp could not deliver this, and did not say why.";

const isTemplate = (payload: unknown): boolean => typeof payload === "object" && payload !== null && "template" in payload;

/**
 * Sends a message once more that failed, or that may not have been sent; only an agent decides this.
 * @throws not_found, conflict
 */
export async function sendAgain(workspaceId: string, chatId: string, itemId: string): Promise<{ status: MessageStatus }> {
  const where = { workspaceId, chatId, id: itemId };
  const chat = await db().chat.findUnique({ where: { workspaceId_id: { workspaceId, id: chatId } }, select: { status: true } });
  if (!chat) throw chats.noSuchChat();
  const delivery = await db().outboundMessage.findFirst({ where, select: { payload: true } });
  if (!delivery) throw new AppError("not_found", "There is no such message.");
  if (chat.status === "closed") throw new AppError("conflict", "This chat is closed. Reopen it to write to the customer.");
  await requireOpen(workspaceId, chatId, { isTemplate: isTemplate(delivery.payload) });
  const changed = await db().$executeRawUnsafe(againStatement, workspaceId, chatId, itemId, currentTime());
  if (changed === 0) throw new AppError("conflict", "This message is on its way or was sent already.");
  notify(workspaceId, itemsChanged([{ chatId, id: itemId }]));
  wake(workspaceId);
  return { status: statusOf({ state: "queued", reason: null, errorCode: null }) };
}

/** @throws conflict */
async function requireOpen(workspaceId: string, chatId: string, { isTemplate }: { isTemplate: boolean }): Promise<void> {
  const { hasWindow, isReachable, opensUntil } = await chats.windowOf(workspaceId, chatId);
  if (!hasWindow)
    throw new AppError("conflict", "WhatsApp is not connected, so nothing can be sent. An admin connects it in the settings.");
  if (!isReachable) throw new AppError("conflict", chats.unreachable);
  if (isTemplate || (opensUntil && opensUntil > currentTime())) return;
  throw new AppError("conflict", reasonOf(windowIsShut));
}
