import { IdRow, type Runner, rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { moveEventsSql } from "./move-events";
import { variantSql, withVariants } from "./shared/phone-variants";

/**
 * Recomputes the links of the people with some phones (contract §4). The result does not depend on what arrived first: a link by an
 * agent, a code or a signed userId stays; else the contact that has the phone, of several the one that had it first; else the
 * only contact that has the other form of the phone, when nobody else has that form; else a link that an event made; else no
 * link. A person's events follow the link.
 *
 * `$1` workspace, `$2` contact id or null (its people by phone and event), `$3` phones with their variants, `$4` people. Needs the
 * linking lock for `change`. Returns the people whose link changed.
 */
const relinkStatement = statement({ row: IdRow, writes: true })`
with concerned as (
  select p.id, p.phone, p.contact_id, p.linked_by, ${variantSql("p.phone")} as variant,
    (select c.id from contact c where c.workspace_id = p.workspace_id and c.phone = p.phone
      order by c.phone_since, c.id limit 1) as exact
  from person p
  where p.workspace_id = $1::uuid
    and (p.phone = any($3::text[]) or p.contact_id = $2::uuid or p.id = any($4::uuid[]))
    and (p.linked_by is null or p.linked_by in ('phone', 'event'))
),
owned as (
  select id, contact_id, linked_by,
    case when exact is null and variant is not null
        and not exists (select from person q where q.workspace_id = $1::uuid and q.phone = variant)
      then (select (array_agg(c.id))[1] from contact c where c.workspace_id = $1::uuid and c.phone = variant having count(*) = 1)
      else exact end as owner
  from concerned
),
wanted as (
  select id, contact_id as was,
    case when owner is not null then owner when linked_by = 'event' then contact_id end as contact_id,
    case when owner is not null then 'phone' when linked_by = 'event' then 'event' end as linked_by
  from owned
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

type Concerned = { contactId?: string | null; phones?: (string | null | undefined)[]; people?: string[] };

/** Recomputes the links of the people with these phones or their variants, and of this contact. Returns the people whose link changed. */
export async function relinkChats(on: Runner, workspaceId: string, of: Concerned): Promise<string[]> {
  const phones = withVariants((of.phones ?? []).filter((phone) => typeof phone === "string"));
  const changed = await rows(on, relinkStatement)(workspaceId, of.contactId ?? null, phones, of.people ?? []);
  return changed.map(({ id }) => id);
}
