import { newId } from "@/lib/kernel/ids";
import { type Runner, run } from "@/lib/platform/db/rows";

/** A contact, and another one that has the phone which came with it. */
type ConflictingContacts = { contactId: string; otherContactId: string; phone: string };

/**
 * Keeps that a userId and a phone of different contacts came together, for an admin to decide. What was kept apart stays decided;
 * a phone that was moved and is with the other contact again is a question again.
 */
export async function recordConflict(on: Runner, workspaceId: string, conflict: ConflictingContacts): Promise<void> {
  const { contactId, otherContactId, phone } = conflict;
  await run(on, { workspace: workspaceId })`
    insert into link_conflict as l (workspace_id, id, contact_id, other_contact_id, phone, created_at, last_seen_at)
    values (${workspaceId}::uuid, ${newId()}::uuid, ${contactId}::uuid, ${otherContactId}::uuid, ${phone}, now(), now())
    on conflict (workspace_id, contact_id, other_contact_id, phone) do update set
      last_seen_at = excluded.last_seen_at,
      resolved_at = case when l.resolution = 'phone_moved' then null else l.resolved_at end,
      resolved_by = case when l.resolution = 'phone_moved' then null else l.resolved_by end,
      resolution = nullif(l.resolution, 'phone_moved')`;
}
