import { z } from "zod";
import { newId } from "@/lib/kernel/ids";
import { IdRow, type Runner, rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { moveEventsSql } from "./move-events";

/** Links that are never replaced by another one. */
type PermanentLink = { personId: string; contactId: string; linkedBy: "agent" | "signed" | "code" };

const LinkedRow = z.strictObject({ isNew: z.boolean() });

/**
 * `$1` workspace, `$2` person, `$3` contact, `$4` linked by. A link by an agent, a code or a signature stays, and an agent cannot
 * move a person away from another contact. What an agent says of a link that a code or a signature proved adds nothing: it could be undone.
 */
const linkStatement = statement({ row: LinkedRow, writes: true })`
with before as (select id, contact_id, linked_by from person where workspace_id = $1::uuid and id = $2::uuid),
tied as (
  update person p set contact_id = $3::uuid,
    linked_by = case when b.contact_id = $3::uuid and $4 = 'agent' and b.linked_by in ('signed', 'code') then b.linked_by else $4::linked_by end
  from before b
  where p.workspace_id = $1::uuid and p.id = b.id
    and (b.contact_id is null or b.contact_id = $3::uuid or ($4 <> 'agent' and b.linked_by in ('phone', 'event')))
  returning p.workspace_id, p.id, p.contact_id, b.contact_id as was, (p.contact_id, p.linked_by) is distinct from (b.contact_id, b.linked_by) as is_new
),${moveEventsSql("tied")}
select is_new as "isNew" from tied`;

/**
 * Links a person who has no permanent link to another contact; their events move along. Returns whether that is new; undefined when the person
 * is linked to another contact, and stays so.
 */
export async function link(
  on: Runner,
  workspaceId: string,
  { personId, contactId, linkedBy }: PermanentLink,
): Promise<z.output<typeof LinkedRow> | undefined> {
  return (await rows(on, linkStatement)(workspaceId, personId, contactId, linkedBy))[0];
}

/** `$1` workspace, `$2` person, `$3` contact. Only a link by an agent ends so. */
const unlinkStatement = statement({ row: IdRow, writes: true })`
with before as (
  select id, contact_id from person where workspace_id = $1::uuid and id = $2::uuid and contact_id = $3::uuid and linked_by = 'agent'
),
untied as (
  update person p set contact_id = null, linked_by = null from before b
  where p.workspace_id = $1::uuid and p.id = b.id
  returning p.workspace_id, p.id, p.contact_id, b.contact_id as was
),${moveEventsSql("untied")}
select id from untied`;

/** Ends a link by an agent; the person's events leave the contact. Returns whether it was there. Needs the linking lock for `change`. */
export async function unlink(on: Runner, workspaceId: string, { personId, contactId }: Omit<PermanentLink, "linkedBy">): Promise<boolean> {
  return (await rows(on, unlinkStatement)(workspaceId, personId, contactId)).length > 0;
}

/**
 * Links a visitor to the signed userId that the website sent, which may be an alias. A permanent link to another contact is never replaced.
 * Returns the contact if the link holds.
 */
export async function linkSignedUser(
  on: Runner,
  workspaceId: string,
  { personId, userId, at }: { personId: string; userId: string; at: Date },
): Promise<string | undefined> {
  const [contact] = await rows(on, { row: IdRow, workspace: workspaceId, writes: true })`
    insert into contact as c (workspace_id, id, user_id, created_at, updated_at)
    values (${workspaceId}::uuid, ${newId()}::uuid, ${userId}, ${at}, ${at})
    on conflict (workspace_id, user_id) do update set user_id = c.user_id
    returning coalesce(c.merged_into_id, c.id) as id`;
  if (!contact) return undefined;
  return (await link(on, workspaceId, { personId, contactId: contact.id, linkedBy: "signed" })) ? contact.id : undefined;
}
