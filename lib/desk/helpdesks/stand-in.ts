import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Prisma } from "@/lib/platform/db/client/client";
import { currentTime } from "@/lib/platform/db/clock";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";

/** Names the person who stands for the contact's conversation in another helpdesk. */
const visitorIdOf = (contactId: string) => `helpdesk-${contactId}`;

/**
 * The chat that stands for a contact's conversation in another helpdesk: presses and their outcomes need a place to be recorded, and
 * this contact never chatted here. It is closed and has no messages, so no event is posted to it, and it holds nothing of the contact
 * but the link, which a deletion of the contact ends. @throws not_found
 */
export const standInChat = (workspaceId: string, contactId: string): Promise<string> =>
  withLinkingLock(workspaceId, "change", (tx) => findOrCreate(tx, workspaceId, contactId));

async function findOrCreate(tx: Prisma.TransactionClient, workspaceId: string, contactId: string): Promise<string> {
  const contact = await tx.contact.findFirst({ where: { workspaceId, id: contactId, deletedAt: null }, select: { id: true } });
  if (!contact) throw new AppError("not_found", "This contact was deleted.");
  const at = currentTime();
  const visitorId = visitorIdOf(contactId);
  const known = await tx.person.findUnique({
    where: { workspaceId_visitorId: { workspaceId, visitorId } },
    select: { id: true, chats: { select: { id: true }, take: 1 } },
  });
  const personId = known?.id ?? newId();
  if (!known) {
    const data = { workspaceId, id: personId, channel: "website" as const, visitorId, contactId, linkedBy: "agent" as const };
    await tx.person.create({ data: { ...data, createdAt: at } });
  }
  const [chat] = known?.chats ?? [];
  if (chat) return chat.id;
  const chatId = newId();
  await tx.chat.create({
    data: { workspaceId, id: chatId, personId, status: "closed", lastSeq: 0, lastMessageAt: at, lastItemAt: at, createdAt: at },
  });
  return chatId;
}
