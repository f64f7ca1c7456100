import { AppError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Runner } from "@/lib/platform/db";
import { withLinkingLock } from "@/lib/platform/db/linking-lock";
import { IdRow, rows } from "@/lib/platform/db/rows";
import { notify } from "@/lib/platform/notify";
import { moveEventsSql } from "./move-events";

export { findPerson, hasNewDetails, type Person, type Sender } from "./find";
export { findOrCreatePerson } from "./find-or-create";

/** Links a visitor to the signed userId that the website sent. A link by an agent or an earlier signature is never replaced. */
export async function linkSignedUser(
  on: Runner,
  workspaceId: string,
  { personId, userId, at }: { personId: string; userId: string; at: Date },
) {
  const [contact] = await rows(on, IdRow)`
    insert into contact as c (workspace_id, id, user_id, created_at, updated_at)
    values (${workspaceId}::uuid, ${newId()}::uuid, ${userId}, ${at}, ${at})
    on conflict (workspace_id, user_id) do update set user_id = c.user_id returning id`;
  if (contact) await link(on, workspaceId, { personId, contactId: contact.id, linkedBy: "signed" });
}

/** Links the person in a chat to a contact, for an agent (contract §4). @throws not_found, customer_not_found, conflict */
export async function linkPerson(workspaceId: string, chatId: string, userId: string): Promise<{ userId: string }> {
  const { personId, contactId } = await withLinkingLock(workspaceId, "change", async (tx) => {
    const chat = await tx.chat.findUnique({ where: { workspaceId_id: { workspaceId, id: chatId } }, select: { personId: true } });
    if (!chat) throw new AppError("not_found", "There is no such chat.");
    const contact = await tx.contact.findUnique({ where: { workspaceId_userId: { workspaceId, userId } }, select: { id: true } });
    if (!contact) throw new AppError("customer_not_found", "There is no contact with this userId any more.");
    const isLinked = await link(tx, workspaceId, { personId: chat.personId, contactId: contact.id, linkedBy: "agent" });
    if (!isLinked) throw new AppError("conflict", "This person is linked to another contact already.");
    return { personId: chat.personId, contactId: contact.id };
  });
  notify(workspaceId, { people: [personId], contacts: [contactId] });
  return { userId };
}

type Link = { personId: string; contactId: string; linkedBy: "agent" | "signed" };

/**
 * `$1` workspace, `$2` person, `$3` contact, `$4` linked by. A link by an agent or a signature stays, and an agent cannot move a
 * person away from another contact.
 */
const linkStatement = `
with before as (select id, contact_id, linked_by from person where workspace_id = $1::uuid and id = $2::uuid),
tied as (
  update person p set contact_id = $3::uuid, linked_by = $4::linked_by
  from before b
  where p.workspace_id = $1::uuid and p.id = b.id
    and (b.linked_by is null or b.linked_by in ('phone', 'event') or b.contact_id = $3::uuid)
    and ($4 = 'signed' or b.contact_id is null or b.contact_id = $3::uuid)
  returning p.workspace_id, p.id, p.contact_id, b.contact_id as was
),${moveEventsSql("tied")}
select id from tied`;

/** Links a person who has no permanent link to another contact; their events move along. Returns whether the link holds now. */
async function link(on: Runner, workspaceId: string, { personId, contactId, linkedBy }: Link): Promise<boolean> {
  return (await rows(on, IdRow)(linkStatement, workspaceId, personId, contactId, linkedBy)).length > 0;
}
