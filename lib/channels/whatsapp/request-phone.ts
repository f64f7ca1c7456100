import { write } from "@/lib/channels/outbound";
import * as chats from "@/lib/chats";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";

type Agent = { id: string; name: string };

/**
 * Asks a customer who hides their number to share it: WhatsApp shows a button for that. Their answer arrives as a contact card.
 * @throws not_found, conflict
 */
export async function requestPhone(workspaceId: string, chatId: string, agent: Agent, { id, text }: { id: string; text: string }) {
  const chat = await db().chat.findUnique({
    where: { workspaceId_id: { workspaceId, id: chatId } },
    select: { person: { select: { phone: true } } },
  });
  if (!chat) throw chats.noSuchChat();
  const isRepeat = (await db().chatItem.count({ where: { workspaceId, chatId, id } })) > 0;
  if (!isRepeat && chat.person.phone !== null) throw new AppError("conflict", "This person's phone number is known already.");
  const { channel, isSentOutside } = await chats.windowOf(workspaceId, chatId);
  if (!isRepeat && !(channel === "whatsapp" && isSentOutside))
    throw new AppError("conflict", "Only customers on WhatsApp can be asked for their number, while it is connected.");
  return write(workspaceId, chatId, agent, { id, kind: "message", text, deliver: { requestsPhone: true } });
}
