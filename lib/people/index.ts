/**
 * A person is the human behind a chat as a channel knows them, by phone, channel id or visitor id; this noun finds, merges and links
 * people. The company's own description of that human is a contact.
 */

import { AppError } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { notify } from "@/lib/platform/notify";
import { link } from "./link";

export { recordConflict } from "./conflicts";
export { createPeople } from "./create";
export { findPeople, findPerson, hasNewDetails, isVisitor, type NamedByChannel, type Sender } from "./find";
export { findOrCreatePerson } from "./find-or-create";
export { link, linkSignedUser } from "./link";
export { chatsMerged } from "./merged";
export type { EndedChat } from "./move-chats";
export { setPhone, supersede } from "./supersede";

/** Links the person in a chat to a contact, for an agent (contract §4). @throws not_found, customer_not_found, conflict */
export async function linkPerson(workspaceId: string, chatId: string, userId: string): Promise<{ userId: string }> {
  const { personId, contactId } = await withLinkingLock(workspaceId, "change", async (tx) => {
    const chat = await tx.chat.findUnique({ where: { workspaceId_id: { workspaceId, id: chatId } }, select: { personId: true } });
    if (!chat) throw refusalError("not_found", "noChat");
    const contact = await tx.contact.findUnique({ where: { workspaceId_userId: { workspaceId, userId } }, select: { id: true } });
    if (!contact) throw new AppError("customer_not_found", "There is no contact with this userId any more.");
    const isLinked = await link(tx, workspaceId, { personId: chat.personId, contactId: contact.id, linkedBy: "agent" });
    if (!isLinked) throw new AppError("conflict", "This person is linked to another contact already.");
    return { personId: chat.personId, contactId: contact.id };
  });
  notify(workspaceId, { people: [personId], contacts: [contactId] });
  return { userId };
}
