import * as chats from "@/lib/chats";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { sendReceipt } from "./registry";

/** Stores how far an agent has read, and shows the customer that their messages were. @throws not_found */
export async function markRead(workspaceId: string, chatId: string, read: { accountId: string; seq: number }): Promise<{ seq: number }> {
  const stored = await chats.read(workspaceId, chatId, read);
  // The agent does not wait for the channel, and a receipt that is lost harms nobody.
  sendReceipt(workspaceId, chatId, { seq: stored.seq, isTyping: false }).catch((error: unknown) => {
    log.warn({ error, chat: chatId }, "a read receipt was not sent");
  });
  return stored;
}

/** Shows the customer that somebody is typing. False when nothing is shown: the channel cannot, or it is switched off. @throws not_found */
export async function showTyping(workspaceId: string, chatId: string): Promise<{ shown: boolean }> {
  const chat = await db().chat.findUnique({
    where: { workspaceId_id: { workspaceId, id: chatId } },
    select: { lastSeq: true, status: true },
  });
  if (!chat) throw chats.noSuchChat();
  if (chat.status === "closed") return { shown: false };
  return { shown: await sendReceipt(workspaceId, chatId, { seq: chat.lastSeq, isTyping: true }) };
}
