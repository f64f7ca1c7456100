import type { Runner } from "@/lib/platform/db";
import { IdRow, rows } from "@/lib/platform/db/rows";
import { moveEventsSql } from "./move-events";

/**
 * Recomputes the links of the people with some phones (contract §4). The result does not depend on what arrived first: a link by an
 * agent or a signed userId stays; else the contact that has the phone, of several the one that had it first; else a link that
 * an event made; else no link. A person's events follow the link.
 *
 * `$1` workspace, `$2` contact id or null (its people by phone and event), `$3` phones. Needs the linking lock for `change`.
 * Returns the people whose link changed.
 */
const relinkStatement = `
with concerned as (
  select p.id, p.phone, p.contact_id, p.linked_by,
    (select c.id from contact c where c.workspace_id = p.workspace_id and c.phone = p.phone
      order by c.phone_since, c.id limit 1) as owner
  from person p
  where p.workspace_id = $1::uuid
    and (p.phone = any($3::text[]) or p.contact_id = $2::uuid)
    and (p.linked_by is null or p.linked_by in ('phone', 'event'))
),
wanted as (
  select id, contact_id as was,
    case when owner is not null then owner when linked_by = 'event' then contact_id end as contact_id,
    case when owner is not null then 'phone' when linked_by = 'event' then 'event' end as linked_by
  from concerned
),
linked as (
  update person p set contact_id = w.contact_id, linked_by = w.linked_by::linked_by
  from wanted w
  where p.workspace_id = $1::uuid and p.id = w.id
    and (p.contact_id is distinct from w.contact_id or p.linked_by is distinct from w.linked_by::linked_by)
  returning p.workspace_id, p.id, p.contact_id, w.was
),${moveEventsSql("linked")}
select id from linked
`;

/** Recomputes the links of the people with these phones and of this contact. Returns the people whose link changed. */
export async function relinkChats(
  on: Runner,
  workspaceId: string,
  of: { contactId: string | null; phones: (string | null | undefined)[] },
): Promise<string[]> {
  const phones = of.phones.filter((phone) => typeof phone === "string");
  const changed = await rows(on, IdRow)(relinkStatement, workspaceId, of.contactId, phones);
  return changed.map(({ id }) => id);
}
