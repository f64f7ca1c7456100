/**
 * The outbound queue sends agents' messages by their channel, and knows how far each one came. Messages of the website are not in it:
 * the visitor's browser reads them from the chat.
 */

import { fileProblems } from "@/lib/channels/registry";
import * as chats from "@/lib/chats";
import type { MessageStatus } from "@/lib/chats/contract";
import { AppError } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { run } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { itemsChanged } from "@/lib/platform/notify/items-changed";
import { againStatement } from "./sql";
import { wake } from "./worker";

type Agent = { id: string; name: string };
type NewMessage = Parameters<typeof chats.write>[3];

/**
 * As `chats.write`; what goes outside is on its way at once. With `closes` the chat is closed afterwards, by a repeat too, because the
 * first try may have ended in between. @throws not_found, conflict, invalid_request
 */
export async function write(
  workspaceId: string,
  chatId: string,
  agent: Agent,
  { closes = false, ...message }: NewMessage & { closes?: boolean | undefined },
): Promise<{ id: string; seq: number }> {
  const written = await chats.write(workspaceId, chatId, agent, { ...message, fileProblems });
  wake(workspaceId);
  if (closes) await chats.setStatus(workspaceId, chatId, { agent, status: "closed" });
  return written;
}

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
  if (chat.status === "closed") throw refusalError("conflict", "alreadyClosed");
  await requireOpen(workspaceId, chatId, { isTemplate: isTemplate(delivery.payload) });
  const changed = await run(db(), againStatement)(workspaceId, chatId, itemId, currentTime());
  if (changed === 0) throw new AppError("conflict", "This message is on its way or was sent already.");
  notify(workspaceId, itemsChanged([{ chatId, id: itemId }]));
  wake(workspaceId);
  return { status: { state: "queued", reason: null, advice: null } };
}

/** @throws conflict */
async function requireOpen(workspaceId: string, chatId: string, { isTemplate }: { isTemplate: boolean }): Promise<void> {
  const window = await chats.windowOf(workspaceId, chatId);
  const { isSentOutside, isReachable, hasWindow, opensUntil } = window;
  const isOpen = isTemplate || !hasWindow || (opensUntil !== null && opensUntil > currentTime());
  if (!(isSentOutside && isReachable && isOpen)) throw refusalError("conflict", chats.refusalOf(window));
}
