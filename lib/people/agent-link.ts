import type { AppError } from "@/lib/kernel/errors";
import { refusalError } from "@/lib/kernel/refused";
import type { Prisma } from "@/lib/platform/db/client/client";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { notify } from "@/lib/platform/notify";
import * as audit from "@/lib/workspace/audit";
import type { Actor } from "@/lib/workspace/audit/contract";
import { contactOf } from "./contact-of";
import { link, unlink } from "./link";
import { relinkChats } from "./relink-chats";

/** The contact was deleted meanwhile, or is one of another workspace. */
export const contactGone = (): AppError => refusalError("customer_not_found", "contactGone");
export const linkedToAnother = (): AppError => refusalError("conflict", "linkedToAnother");

type AgentLink = { by: Actor; userId: string };

const personIn = (tx: Prisma.TransactionClient, workspaceId: string, chatId: string) =>
  tx.chat
    .findUnique({
      where: { workspaceId_id: { workspaceId, id: chatId } },
      select: { person: { select: { id: true, linkedBy: true, contact: { select: { id: true, userId: true } } } } },
    })
    .then((chat) => {
      if (!chat) throw refusalError("not_found", "noChat");
      return chat.person;
    });

/** Links the person in a chat to a contact, for an agent (contract §4); recorded in the audit log. @throws not_found, customer_not_found, conflict */
export async function linkPerson(workspaceId: string, chatId: string, { by, userId }: AgentLink): Promise<{ userId: string }> {
  const { person, contactId } = await withLinkingLock(workspaceId, "change", async (tx) => {
    const person = await personIn(tx, workspaceId, chatId);
    const contactId = await contactOf(tx, workspaceId, userId);
    if (!contactId) throw contactGone();
    const linked = await link(tx, workspaceId, { personId: person.id, contactId, linkedBy: "agent" });
    if (!linked) throw linkedToAnother();
    // Entries stay for ever, so they name the chat and our own id of the contact.
    if (linked.isNew) await audit.record(tx, workspaceId, by, { what: "person.linked", subject: chatId, details: { contact: contactId } });
    return { person, contactId };
  });
  notify(workspaceId, { people: [person.id], contacts: [contactId] });
  return { userId };
}

/**
 * Undoes an agent's link of the person in a chat to a contact: their events leave it, and they are linked as without that agent, by their phone
 * or not at all. A repeat changes nothing. @throws not_found, conflict when the link is another one by now, or does not come from an agent
 */
export async function unlinkPerson(workspaceId: string, chatId: string, { by, userId }: AgentLink): Promise<{ userId: string | null }> {
  const { person, next } = await withLinkingLock(workspaceId, "change", async (tx) => {
    const { id, linkedBy, contact } = await personIn(tx, workspaceId, chatId);
    if (!contact) return { person: undefined, next: null };
    if (contact.id !== (await contactOf(tx, workspaceId, userId))) throw refusalError("conflict", "linkChanged");
    if (linkedBy !== "agent" || !(await unlink(tx, workspaceId, { personId: id, contactId: contact.id })))
      throw refusalError("conflict", "linkIsProved");
    await relinkChats(tx, workspaceId, { people: [id] });
    await audit.record(tx, workspaceId, by, { what: "person.unlinked", subject: chatId, details: { contact: contact.id } });
    return { person: { id, contactId: contact.id }, next: (await personIn(tx, workspaceId, chatId)).contact };
  });
  if (person) notify(workspaceId, { people: [person.id], contacts: [person.contactId, ...(next ? [next.id] : [])] });
  return { userId: next?.userId ?? null };
}
