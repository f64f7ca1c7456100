import type { Owner } from "@/lib/desk/panel";
import { contactOf } from "@/lib/people/contact-of";
import { phoneVariant } from "@/lib/people/shared/phone-variants";
import { db } from "@/lib/platform/db";
import { IdRow, rows } from "@/lib/platform/db/rows";

export type Hints = { userId?: string | undefined; phone?: string | undefined };

/** Finds the subject of a panel: the contact with the userId, or whoever has the phone. Undefined when nobody is known by either. */
export async function findOwner(workspaceId: string, { userId, phone }: Hints): Promise<Owner | undefined> {
  const byUserId = userId === undefined ? undefined : await contactWith(workspaceId, userId);
  if (byUserId || phone === undefined) return byUserId;
  // A number that is written in another way counts only after the number itself.
  const other = phoneVariant(phone);
  return (
    (await ownerOfPhone(workspaceId, phone)) ?? (other === undefined ? undefined : await ownerOfPhone(workspaceId, other, "the only one"))
  );
}

async function contactWith(workspaceId: string, userId: string): Promise<Owner | undefined> {
  const id = await contactOf(db(), workspaceId, userId);
  return id === undefined ? undefined : { of: "contact", id };
}

/** The person with this verified phone, or their contact; without one the contact that had the phone first. */
async function ownerOfPhone(workspaceId: string, phone: string, which?: "the only one"): Promise<Owner | undefined> {
  const person = await db().person.findUnique({
    where: { workspaceId_phone: { workspaceId, phone } },
    select: { id: true, contactId: true },
  });
  if (person) return person.contactId ? { of: "contact", id: person.contactId } : { of: "person", id: person.id };
  const contacts = await db().contact.findMany({
    where: { workspaceId, phone },
    orderBy: [{ phoneSince: "asc" }, { id: "asc" }],
    select: { id: true },
    take: 2,
  });
  const [contact, another] = contacts;
  return contact && !(which && another) ? { of: "contact", id: contact.id } : undefined;
}

/** The chat in which a press for this owner is recorded: an open one first, then the newest. */
export async function chatOf(workspaceId: string, { of, id }: Owner): Promise<string | undefined> {
  const contactId = of === "contact" ? id : null;
  const personId = of === "person" ? id : null;
  const [chat] = await rows(db(), { row: IdRow, workspace: workspaceId })`
    select h.id from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
    where q.workspace_id = ${workspaceId}::uuid and (q.contact_id = ${contactId}::uuid or q.id = ${personId}::uuid)
    order by h.status = 'open' desc, h.last_message_at desc, h.id desc limit 1`;
  return chat?.id;
}
