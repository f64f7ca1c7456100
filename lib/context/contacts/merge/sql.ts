import { z } from "zod";
import { Contact } from "@/lib/context/contacts/contract";
import { columnsOf } from "@/lib/context/contacts/sql";
import { newestFirst } from "@/lib/people/move-events";
import { IdRow } from "@/lib/platform/db/rows";
import { changedAt } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { Fields, MergedFields } from "./fields";

/** Merges older than this are not undone. */
export const undoHours = 24;

export const MergingRow = z.strictObject({ id: z.uuid(), isAlias: z.boolean(), ...Fields.shape });

const fieldColumns = `c.id, c.merged_into_id is not null as "isAlias", c.name, c.email, c.phone, c.phone_since::text as "phoneSince", c.attributes`;

/**
 * `$1` workspace, `$2` the contact that becomes part of another one, or is to be restored. With its aliases, which come first: events that
 * come with one of these userIds lock its row, so that they are recorded before, or see whose they are.
 */
export const lockFromStatement = statement({ row: MergingRow, writes: true })`
select ${fieldColumns} from contact c
where c.workspace_id = $1::uuid and (c.id = $2::uuid or c.merged_into_id = $2::uuid)
order by c.id = $2::uuid, c.id for update of c`;

/** `$1` workspace, `$2` the contact that stays. Its key stays, too, so events of it go on. */
export const lockIntoStatement = statement({ row: MergingRow, writes: true })`
select ${fieldColumns} from contact c where c.workspace_id = $1::uuid and c.id = $2::uuid for no key update of c`;

const SizeRow = z.strictObject({ people: z.int(), aliases: z.int() });

/** `$1` workspace, `$2` and `$3` contacts, `$4` limit: their people, and their aliases. */
export const sizeStatement = statement({ row: SizeRow })`
select (select count(*)::int from (
    select from person p where p.workspace_id = $1::uuid and p.contact_id in ($2::uuid, $3::uuid) limit $4::int
  ) p) as people,
  (select count(*)::int from contact c where c.workspace_id = $1::uuid and c.merged_into_id in ($2::uuid, $3::uuid)) as aliases`;

const LinkedRow = z.strictObject({ isFrom: z.boolean(), linkedBy: z.string(), ids: z.array(z.uuid()) });
const MergedPeople = z.array(LinkedRow);

/**
 * `$1` workspace, `$2` the contact whose people go to `$3`, `$4` the phone that stays. A link by another phone or by an event is one of an
 * agent from then on: the rule of linking would end it. Returns whose links changed, by how they were made.
 */
export const linkPeopleStatement = statement({ row: LinkedRow, writes: true })`
with before as (
  select p.id, p.contact_id = $2::uuid as is_from, p.linked_by::text as linked_by,
    p.linked_by in ('phone', 'event') and p.phone is distinct from $4::text as is_fixed
  from person p
  where p.workspace_id = $1::uuid and p.contact_id in ($2::uuid, $3::uuid)
    and (p.contact_id = $2::uuid or (p.linked_by in ('phone', 'event') and p.phone is distinct from $4::text))
  order by p.id for update
),
linked as (
  update person p set contact_id = $3::uuid, linked_by = case when b.is_fixed then 'agent' else b.linked_by end::linked_by
  from before b where p.workspace_id = $1::uuid and p.id = b.id
)
select is_from as "isFrom", linked_by as "linkedBy", json_agg(id) as ids from before group by 1, 2`;

/**
 * `$1` workspace, `$2` the contact that is restored, `$3` the one that it was part of, `$4` its people as `MergedPeople`. Who was linked
 * elsewhere since, or by a signature or a code, stays there. The events of those who go back follow their link in steps.
 */
export const restorePeopleStatement = statement({ row: IdRow, writes: true })`
with listed as (
  select t."isFrom" as is_from, t."linkedBy" as linked_by, i.id::uuid as id
  from jsonb_to_recordset($4::jsonb) as t("isFrom" boolean, "linkedBy" text, ids jsonb) cross join lateral jsonb_array_elements_text(t.ids) i(id)
),
-- One look-up by the key for each: the planner takes the people of a contact for few, and would compare all of them with all.
found as (
  select l.is_from, l.linked_by, q.id from listed l cross join lateral (
    select q.id from person q
    where q.workspace_id = $1::uuid and q.id = l.id and q.contact_id is not distinct from $3::uuid and q.linked_by::text in ('agent', l.linked_by)
    offset 0 for update
  ) q
),
linked as (
  update person p set contact_id = case when f.is_from then $2::uuid else p.contact_id end, linked_by = f.linked_by::linked_by
  from found f where p.workspace_id = $1::uuid and p.id = f.id
  returning p.id, f.is_from
),
following as (
  insert into event_move (workspace_id, person_id, from_id)
  select $1::uuid, l.id, $3::uuid from linked l
  where l.is_from and exists (select from event e where e.workspace_id = $1::uuid and e.person_id = l.id and e.contact_id = $3::uuid)
  on conflict do nothing
)
select id from linked where is_from`;

/** `$1` workspace, `$2` the restored contact, `$3` the other one: of its newest events, those of people who are with the former go with them at once. */
export const moveNewestStatement = statement()`
update event e set contact_id = p.contact_id
from (
  select m.id, m.person_id from event m where m.workspace_id = $1::uuid and m.contact_id = $3::uuid ${newestFirst("m")} limit move_step_size()
) n
join person p on p.workspace_id = $1::uuid and p.id = n.person_id and p.contact_id is not distinct from $2::uuid
where e.workspace_id = $1::uuid and e.id = n.id and e.contact_id = $3::uuid`;

/** `$1` workspace, `$2` contact, `$3` its fields as JSON, `$4` the contact that it is part of, or null. */
export const writeStatement = statement()`
update contact c set name = f->>'name', email = f->>'email', email_key = f->>'emailKey', phone = f->>'phone',
  phone_since = (f->>'phoneSince')::timestamptz, attributes = f->'attributes', merged_into_id = $4::uuid,
  updated_at = ${changedAt("c")}
from (select $3::jsonb as f) sent
where c.workspace_id = $1::uuid and c.id = $2::uuid`;

/** `$1` workspace, `$2` contacts that are part of another one, which is `$3` from now on. */
export const moveAliasesStatement = statement()`
update contact set merged_into_id = $3::uuid where workspace_id = $1::uuid and id = any($2::uuid[]) and merged_into_id is not null`;

/** `$1` workspace, `$2` the contact that stays, `$3` the other one: it was seen when either was. Before the other one is in no list any more. */
export const seenStatement = statement()`
update contact_activity a set last_seen_at = greatest(a.last_seen_at, o.last_seen_at)
from contact_activity o
where a.workspace_id = $1::uuid and a.contact_id = $2::uuid and o.workspace_id = $1::uuid and o.contact_id = $3::uuid`;

/** `$1` workspace, `$2` the restored contact: it was seen when its events came that are with it already. */
export const seenAgainStatement = statement()`
update contact_activity a set last_seen_at = greatest(a.last_seen_at, (
  select max(e.received_at) from (
    select e.received_at from event e where e.workspace_id = $1::uuid and e.contact_id = $2::uuid ${newestFirst("e")} limit move_step_size()
  ) e
))
where a.workspace_id = $1::uuid and a.contact_id = $2::uuid`;

/** `$1` workspace, `$2` the contact that stays, `$3` the other one, `$4` the merge: it gets the other's tags. */
export const mergeTagsStatement = statement()`
insert into contact_tag (workspace_id, contact_id, tag_id, merge_id, created_at)
select t.workspace_id, $2::uuid, t.tag_id, $4::uuid, t.created_at from contact_tag t where t.workspace_id = $1::uuid and t.contact_id = $3::uuid
on conflict do nothing`;

/** `$1` workspace, `$2` the contact that stays, `$3` a merge: the tags that it brought go again. The restored contact has them still. */
export const separateTagsStatement = statement()`
delete from contact_tag t where t.workspace_id = $1::uuid and t.contact_id = $2::uuid and t.merge_id = $3::uuid`;

/** `$1` workspace, `$2` from, `$3` into: nothing is to be decided between them any more; what is with others is that of the one that stays. */
export const endConflictsStatement = statement()`
with ended as (
  update link_conflict l set resolved_at = now(), resolution = 'merged'
  where l.workspace_id = $1::uuid and l.resolved_at is null and (
    (l.contact_id = $2::uuid and (l.other_contact_id = $3::uuid or exists (
      select from link_conflict t where t.workspace_id = $1::uuid and t.contact_id = $3::uuid and t.other_contact_id = l.other_contact_id and t.phone = l.phone)))
    or (l.other_contact_id = $2::uuid and (l.contact_id = $3::uuid or exists (
      select from link_conflict t where t.workspace_id = $1::uuid and t.other_contact_id = $3::uuid and t.contact_id = l.contact_id and t.phone = l.phone)))
  )
  returning l.id
)
update link_conflict l set
  contact_id = case when l.contact_id = $2::uuid then $3::uuid else l.contact_id end,
  other_contact_id = case when l.other_contact_id = $2::uuid then $3::uuid else l.other_contact_id end
where l.workspace_id = $1::uuid and l.resolved_at is null and (l.contact_id = $2::uuid or l.other_contact_id = $2::uuid)
  and l.id not in (select id from ended)`;

/** `$1` workspace, `$2` from, `$3` into: what was between them is again. */
export const reopenConflictsStatement = statement()`
update link_conflict set resolved_at = null, resolution = null
where workspace_id = $1::uuid and resolution = 'merged'
  and ((contact_id = $2::uuid and other_contact_id = $3::uuid) or (contact_id = $3::uuid and other_contact_id = $2::uuid))`;

/** `$1` workspace, `$2` id, `$3` from, `$4` into, `$5` fields, `$6` aliases, `$7` people, `$8` actor. */
export const insertStatement = statement({ row: z.strictObject({ undoUntil: z.date() }), writes: true })`
insert into contact_merge (workspace_id, id, from_id, into_id, fields, aliases, people, actor, created_at)
values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, $5::jsonb, $6::uuid[], $7::jsonb, $8::text, now())
returning created_at + interval '${undoHours} hours' as "undoUntil"`;

const MergeRow = z.strictObject({
  ...{ fromId: z.uuid(), intoId: z.uuid(), aliases: z.array(z.uuid()), isOver: z.boolean() },
  ...{ fields: MergedFields, people: MergedPeople },
});

/** `$1` workspace, `$2` id. */
export const takeStatement = statement({ row: MergeRow, writes: true })`
delete from contact_merge m where m.workspace_id = $1::uuid and m.id = $2::uuid
returning m.from_id as "fromId", m.into_id as "intoId", m.aliases, m.created_at < now() - interval '${undoHours} hours' as "isOver", m.fields, m.people`;

const ContactRow = z.strictObject({ ...Contact.shape, createdAt: z.date(), updatedAt: z.date(), linkedChats: z.int() });

/** `$1` workspace, `$2` contact. */
export const readStatement = statement({ row: ContactRow })`
select ${columnsOf("c")}, (
  select count(*)::int from person p join chat h on h.workspace_id = p.workspace_id and h.person_id = p.id
  where p.workspace_id = c.workspace_id and p.contact_id = c.id
) as "linkedChats"
from contact c where c.workspace_id = $1::uuid and c.id = $2::uuid`;

/** `$1` how many: merges that nobody can undo any more. */
export const deleteExpiredStatement = statement({ scope: "all" })`
delete from contact_merge where (workspace_id, id) in (
  select workspace_id, id from contact_merge where created_at < now() - interval '${undoHours} hours' limit $1::int
)`;
