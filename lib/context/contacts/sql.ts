import { z } from "zod";
import { ReadEvent } from "@/lib/context/events/contract";
import { eventColumns } from "@/lib/context/events/read-sql";
import { withoutPress } from "@/lib/context/events/removal";
import { closingJoin } from "@/lib/context/problems/sql";
import { IdRow } from "@/lib/platform/db/rows";
import { changedAt } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { CountRow, NextRow } from "@/lib/platform/db/turns/sql";
import { Contact, maxAttributes } from "./contract";

/** A `Contact` from a row `c`. */
export const columnsOf = (c: string) =>
  `${c}.user_id as "userId", ${c}.name, ${c}.email, ${c}.phone, ${c}.attributes, ${c}.created_at as "createdAt", ${c}.updated_at as "updatedAt"`;

const linkedChats = (
  contact: string,
) => `(select count(*)::int from person p join chat h on h.workspace_id = p.workspace_id and h.person_id = p.id
  where p.workspace_id = ${contact}.workspace_id and p.contact_id = ${contact}.id)`;

const written = `c.id, ${columnsOf("c")}`;

export const contactRow = { ...Contact.shape, createdAt: z.date(), updatedAt: z.date() };
/** One of a list: its position, from 1. */
const i = z.int();
/** What a PUT may change, as it was before; null for a contact that is new. */
const Before = Contact.pick({ name: true, email: true, phone: true, attributes: true }).nullable();
export const SavedRow = z.strictObject({ ...contactRow, id: z.uuid(), created: z.boolean(), linkedChats: z.int(), before: Before });
const SavedTogetherRow = SavedRow.extend({ i });
export const ContactRow = z.strictObject({ i, ...contactRow, linkedChats: z.int(), events: z.array(z.strictObject(ReadEvent.shape)) });
const LinkedChatsRow = z.strictObject({ linkedChats: z.int() });
const PhoneRow = z.strictObject({ id: z.uuid(), phone: z.string().nullable() });
export const BlankedRow = z.strictObject({
  ...{ eventsDeleted: z.int(), chats: z.array(z.uuid()), people: z.array(PhoneRow) },
  /** The userIds of its aliases. */
  aliases: z.array(z.string()),
});
export const DeletedRow = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  deletedAt: z.date(),
  formerUserId: z.string().nullable(),
  formerEmail: z.string().nullable(),
  formerPhone: z.string().nullable(),
});

/** The columns that are written from the fields `f` that were sent: of a new contact, and of the contact `c`. A key that is missing was not sent. */
const sentColumns = "name, email, email_key";
const newValues = (f: string) => `${f}->>'name', ${f}->>'email', ${f}->>'emailKey'`;
const changedColumns = (f: string) => `name = case when ${f} ? 'name' then ${f}->>'name' else c.name end,
  email = case when ${f} ? 'email' then ${f}->>'email' else c.email end,
  email_key = case when ${f} ? 'email' then ${f}->>'emailKey' else c.email_key end`;

const beforeOf = (c: string, attributes = `${c}.attributes`) =>
  `jsonb_build_object('name', ${c}.name, 'email', ${c}.email, 'phone', ${c}.phone, 'attributes', ${attributes})`;

/** The attributes after a change; one that the change sets to null is removed. Stored values are never null. */
const merged = (change: string) => `jsonb_strip_nulls(c.attributes || ${change})`;
/** Whether the contact `c` has the fields `f` already: name, e-mail and phone. */
const hasFields = (f: string) => `(not ${f} ? 'name' or c.name is not distinct from ${f}->>'name')
    and (not ${f} ? 'email' or c.email is not distinct from ${f}->>'email')
    and (not ${f} ? 'phone' or c.phone is not distinct from ${f}->>'phone')`;
/** Whether a PUT of the fields and the attributes leaves the contact `c` as it is: then it was not changed, and says so to nobody. */
const staysSame = (f: string, attributes: string) => `(${hasFields(f)} and ${merged(attributes)} = c.attributes)`;
const isFull = (attributes: string) => `(select count(*) from jsonb_object_keys(${attributes})) > ${maxAttributes}`;

/** Set in the statement itself, because a transaction under the linking lock may wait longer. */
const lockLimit = (ms: string) => `(select set_config('lock_timeout', ${ms}, true)) lock_limit`;

/**
 * Writes the fields that were sent. `$1` workspace, `$2` id of a new contact, `$3` userId, `$4` the fields as JSON (a key
 * that is missing was not sent), `$5` the changed attributes (null removes one), `$6` how many ms it waits for a locked row, 0 for no
 * limit of its own. What it was before is as the statement began: exactly, where its row was locked before. Returns no row for an alias, and when the merge would leave more than `maxAttributes`. With a phone it needs the linking lock for
 * `change`, because the chats of the phone must be linked in the same transaction.
 */
export const putStatement = statement({ row: SavedRow, writes: true })`
insert into contact as c (workspace_id, id, user_id, ${sentColumns}, phone, phone_since, attributes, created_at, updated_at)
select $1::uuid, $2::uuid, $3::text, ${newValues("f")}, f->>'phone', case when f->>'phone' is not null then clock_timestamp() end,
  jsonb_strip_nulls($5::jsonb), now(), now()
from ${lockLimit("$6::text")}, (select $4::jsonb as f) as sent
on conflict (workspace_id, user_id) do update set
  ${changedColumns("$4::jsonb")},
  phone = case when $4::jsonb ? 'phone' then excluded.phone else c.phone end,
  phone_since = case when $4::jsonb ? 'phone' and excluded.phone is distinct from c.phone then excluded.phone_since else c.phone_since end,
  attributes = ${merged("$5::jsonb")},
  updated_at = case when ${staysSame("$4::jsonb", "$5::jsonb")} then c.updated_at else ${changedAt("c")} end
where c.merged_into_id is null and not ${isFull(merged("$5::jsonb"))}
returning ${written}, (c.xmax = 0) as created, ${linkedChats("c")} as "linkedChats",
  (select ${beforeOf("b")} from contact b where b.workspace_id = $1::uuid and b.user_id = $3::text) as before
`;

type Together = {
  workspace: string;
  /** The list of `Job` as JSON, and how long it waits for a locked row, in ms. */
  jobs: string;
  lockMs: string;
  /** Whether a job may say that its phone is free, so that no chat has to be linked. Needs the linking lock for `change`. */
  hasFreePhones: boolean;
};

function togetherSql({ workspace, jobs, lockMs, hasFreePhones: frees }: Together): string {
  const isSame = "not k.f ? 'phone' or k.phone is not distinct from k.f->>'phone'";
  return `
with input as materialized (
  select o::int as i, ${workspace} as ws, (e->>'id')::uuid as id, e->>'userId' as user_id,
    e->'fields' as f, e->'attributes' as attributes${frees ? ", coalesce((e->>'isFree')::boolean, false) as is_free" : ""}
  from ${lockLimit(lockMs)}, jsonb_array_elements(${jobs}) with ordinality as t(e, o)
),
known as materialized (
  select i.i, i.ws, i.f${frees ? ", i.is_free" : ""}, c.*
  from (select * from input order by ws, user_id) i
  cross join lateral (
    select c.workspace_id, c.id, c.user_id, c.name, c.email, c.phone, c.created_at, c.updated_at, c.merged_into_id, c.attributes as old_attributes,
      ${merged("i.attributes")} as attributes, ${staysSame("i.f", "i.attributes")} as stays_same
    from contact c where c.workspace_id = i.ws and c.user_id = i.user_id limit 1 for no key update
  ) c
),
changed as (
  update contact c set
    ${changedColumns("k.f")},${
      frees
        ? `
    phone = case when k.is_free then k.f->>'phone' else c.phone end,
    phone_since = case when k.is_free and c.phone is null then clock_timestamp() else c.phone_since end,`
        : ""
    }
    attributes = k.attributes,
    updated_at = ${changedAt("c")}
  from known k
  where c.workspace_id = k.ws and c.id = k.id and k.merged_into_id is null and not k.stays_same
    and (${isSame}${frees ? " or k.is_free and k.phone is null" : ""}) and not ${isFull("k.attributes")}
  returning k.i, ${written}, false as created, ${linkedChats("c")} as "linkedChats", ${beforeOf("k", "k.old_attributes")} as before
),
made as (
  insert into contact as c (workspace_id, id, user_id, ${sentColumns},${frees ? " phone, phone_since," : ""} attributes, created_at, updated_at)
  select i.ws, i.id, i.user_id, ${newValues("i.f")},${
    frees ? " i.f->>'phone', case when i.f->>'phone' is not null then clock_timestamp() end," : ""
  } jsonb_strip_nulls(i.attributes), now(), now()
  from input i
  where (i.f->>'phone' is null${frees ? " or i.is_free" : ""}) and not exists (select from known k where k.i = i.i)
  order by i.ws, i.user_id
  on conflict (workspace_id, user_id) do nothing
  returning ${written}
)
select * from changed
union all
select k.i, k.id, ${columnsOf("k")}, false, ${linkedChats("k")}, ${beforeOf("k")} from known k where k.stays_same and k.merged_into_id is null
union all
select i.i, m.*, true, 0, null from made m join input i on i.id = m.id
`;
}

/**
 * Writes a list of contacts, each at most once, without the linking lock. `$1` is a JSON array of `Job`, `$2` as `$6` above. No row for a contact
 * - whose phone would change, because its chats would have to be linked. One that does not exist is created only without a phone: if it
 *   is being deleted, it would be created again with its phone but without its chats.
 * - that would have more than `maxAttributes`, or is part of another one.
 * - that another statement is creating at the same moment.
 *
 * The rows are locked in the order of their keys before any is written, so that two statements with the same contacts wait for each
 * other in turn; a contact that is being deleted is gone when its lock is there, and is created again. The wait for a locked row is
 * short, because the list may hold contacts of other workspaces (`lib/platform/db/batch.ts`). Lateral, so that each is one look-up
 * in the index.
 */
export const putTogetherStatement = statement({ row: SavedTogetherRow, scope: "list", writes: true })`${togetherSql({
  ...{ workspace: "(e->>'workspaceId')::uuid", jobs: "$1::jsonb", lockMs: "$2::text", hasFreePhones: false },
})}`;

/** The same under the linking lock for `change`: `$1` workspace, `$2` the list, `$3` the wait. Phones that are free are written, too. */
export const importTogetherStatement = statement({ row: SavedTogetherRow, writes: true })`${togetherSql({
  ...{ workspace: "$1::uuid", jobs: "$2::jsonb", lockMs: "$3::text", hasFreePhones: true },
})}`;

/**
 * Whether the value `a` of an attribute is another one than the contact `c` has. A text that says the same is none, unless the attribute is among the
 * names in `said`: so a file does not make a text of a number that a backend sent.
 */
const isOther = (said: string) => `case when jsonb_typeof(a.value) = 'string' and not a.key = any(${said})
      then c.attributes->>a.key is distinct from a.value #>> '{}' else c.attributes->a.key is distinct from a.value end`;

/** Whether the contact `c` of the workspace `$1` has everything that is in the fields `f` and the attributes. */
const hasAll = (f: string, attributes: string, said: string) => `(${hasFields(f)}
    and not exists (select from jsonb_each(${attributes}) a where ${isOther(said)})
    and (not ${f} ? 'tagKeys' or not exists (
      select from jsonb_array_elements_text((${f}->>'tagKeys')::jsonb) k(key) where not exists (
        select from contact_tag h join tag g on g.workspace_id = h.workspace_id and g.id = h.tag_id
        where h.workspace_id = $1::uuid and h.contact_id = c.id and g.name_key = k.key
      )
    ))
  )`;

/** What a line of an import would do, from its fields, its attributes and the contact `c` that its userId leads to; `said` as above. */
export const judgedSql = (f: string, attributes: string, said: string) => `case
    when c.id is null then 'new' when ${isFull(merged(attributes))} then 'refused'
    when ${hasAll(f, attributes, said)} then 'unchanged' else 'changed' end`;

/** The contact that a userId leads to, also that of an alias, as `c`. */
export const ledToSql = (workspace: string, userId: string) => `lateral (
    select c.id, c.user_id, c.name, c.email, c.phone, c.attributes
    from contact n join contact c on c.workspace_id = n.workspace_id and c.id = coalesce(n.merged_into_id, n.id)
    where n.workspace_id = ${workspace} and n.user_id = ${userId} limit 1
  ) c on true`;

const ImportedRow = z.strictObject({
  i,
  judged: z.enum(["new", "changed", "unchanged", "refused"]),
  /** The contact's own, where the one that was sent is an alias. */
  userId: z.string(),
  phone: z.string().nullable(),
  /** What the contact does not have yet. */
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** `$1` workspace, `$2` a JSON array of `{ userId, fields, attributes }`, `$3` the attributes whose type is said: what each would do. */
export const judgeStatement = statement({ row: ImportedRow })`
select o::int as i, coalesce(c.user_id, e->>'userId') as "userId", c.phone, ${judgedSql("(e->'fields')", "(e->'attributes')", "$3::text[]")} as judged,
  coalesce((
    select jsonb_object_agg(a.key, a.value) from jsonb_each(e->'attributes') a where c.id is null or ${isOther("$3::text[]")}
  ), '{}') as attributes
from jsonb_array_elements($2::jsonb) with ordinality as t(e, o)
left join ${ledToSql("$1::uuid", "e->>'userId'")}
order by o`;

const TypeRow = z.strictObject({ name: z.string(), types: z.array(z.string()) });

/**
 * The types that values of attributes have. `$1` workspace, `$2` names of attributes, `$3` userIds, `$4` how many contacts: of the contacts with these
 * userIds, and of those that were seen last. Each contact is read once, however many names are asked for.
 */
export const attributeTypesStatement = statement({ row: TypeRow })`
select e.key as name, array_agg(distinct jsonb_typeof(e.value)) as types
from (
  (select a.contact_id as id from contact_activity a where a.workspace_id = $1::uuid order by a.last_seen_at desc, a.contact_id desc limit $4::int)
  union
  select coalesce(n.merged_into_id, n.id) from contact n where n.workspace_id = $1::uuid and n.user_id = any($3::text[])
) looked
join contact c on c.workspace_id = $1::uuid and c.id = looked.id
cross join lateral jsonb_each(c.attributes) e
where c.deleted_at is null and e.key = any($2::text[]) group by e.key`;

const KnownPhoneRow = z.strictObject({ phone: z.string() });

/** `$1` workspace, `$2` phones: those that a person or a contact has. */
export const knownPhonesStatement = statement({ row: KnownPhoneRow })`
select t.phone from unnest($2::text[]) t(phone)
where exists (select from person p where p.workspace_id = $1::uuid and p.phone = t.phone)
  or exists (select from contact c where c.workspace_id = $1::uuid and c.phone = t.phone)`;

/** `$1` workspace, `$2` ids: locks contacts until the end of the transaction. A separate statement, so that the next one sees their events. */
export const lockAllStatement = statement({ row: PhoneRow, writes: true })`
select id, phone from contact where workspace_id = $1::uuid and id = any($2::uuid[]) order by id for update`;

/**
 * `$1` workspace, `$2` ids of locked contacts, `$3` when. Deletes those that are as they were made, and that nothing belongs to; `contacts/removal`
 * removes the rows. Nobody asked for them to be forgotten, so their userIds are not kept to be looked for. Needs the linking lock for `change`.
 */
export const removeUnchangedStatement = statement({ row: IdRow, writes: true })`
with gone as (
  update contact c set user_id = null, name = null, email = null, email_key = null, phone = null, phone_since = null, attributes = '{}',
    deleted_at = $3::timestamptz, updated_at = now()
  where c.workspace_id = $1::uuid and c.id = any($2::uuid[]) and c.user_id is not null and c.merged_into_id is null and c.updated_at = c.created_at
    and not exists (select from event e where e.workspace_id = $1::uuid and e.contact_id = c.id)
    and not exists (select from person p where p.workspace_id = $1::uuid and p.contact_id = c.id)
    and not exists (select from contact n where n.workspace_id = $1::uuid and n.merged_into_id = c.id)
    and not exists (select from contact_merge m where m.workspace_id = $1::uuid and (m.into_id = c.id or m.from_id = c.id))
    and not exists (select from link_code l where l.workspace_id = $1::uuid and l.contact_id = c.id)
    and not exists (select from action_call a where a.workspace_id = $1::uuid and a.contact_id = c.id)
    -- Tags that it was made with do not count.
    and not exists (select from contact_tag t where t.workspace_id = $1::uuid and t.contact_id = c.id and t.created_at <> c.created_at)
  returning c.id
),
deleted_conflicts as (
  delete from link_conflict where workspace_id = $1::uuid and (contact_id in (select id from gone) or other_contact_id in (select id from gone))
)
select id from gone`;

/** `$1` workspace, `$2` contact id. */
export const linkedChatsStatement = statement({ row: LinkedChatsRow })`
select ${linkedChats("c")} as "linkedChats" from contact c where c.workspace_id = $1::uuid and c.id = $2::uuid`;

/**
 * `$1` workspace, `$2` userId: the phone before a change, to relink the people who have it. Locks the row until the end of the
 * transaction: it waits for events that are being recorded, and new ones wait for it.
 */
export const phoneStatement = statement({ row: PhoneRow, writes: true })`
select id, phone from contact where workspace_id = $1::uuid and user_id = $2::text for update`;

export const LockedRow = PhoneRow.extend({ userId: z.string(), isAlias: z.boolean() });

/**
 * `$1` workspace, `$2` userId: the contact that has it, or whose alias it is, and before it its aliases: events that come with one of them
 * lock its row. Needs the linking lock for `change`, so that it has no other alias meanwhile.
 */
export const lockStatement = statement({ row: LockedRow, writes: true })`
select c.id, c.phone, c.user_id as "userId", c.merged_into_id is not null as "isAlias"
from contact c, (
  select coalesce(n.merged_into_id, n.id) as id from contact n where n.workspace_id = $1::uuid and n.user_id = $2::text
) t
where c.workspace_id = $1::uuid and (c.id = t.id or c.merged_into_id = t.id)
order by c.merged_into_id is null, c.id for update of c`;

const AliasRow = z.strictObject({ userId: z.string() });

/** `$1` workspace, `$2` userIds: those that are aliases, each with the userId of its contact. */
export const aliasesStatement = statement({ row: AliasRow.extend({ alias: z.string() }) })`
select n.user_id as alias, c.user_id as "userId" from contact n join contact c on c.workspace_id = n.workspace_id and c.id = n.merged_into_id
where n.workspace_id = $1::uuid and n.user_id = any($2::text[])`;

/** `$1` workspace, `$2` a userId that is an alias: that of the contact. */
export const aliasStatement = statement({ row: AliasRow })`
select c.user_id as "userId" from contact n join contact c on c.workspace_id = n.workspace_id and c.id = n.merged_into_id
where n.workspace_id = $1::uuid and n.user_id = $2::text`;

/**
 * `$1` workspace, `$2` contact id, `$3` a phone, `$4` its other form or null: the other contact that has the phone, first of all in
 * the same form, and in the other form when there is only one such.
 */
export const otherHolderStatement = statement({ row: IdRow })`
select id from (
  (select id, 1 as rank from contact where workspace_id = $1::uuid and phone = $3::text and id <> $2::uuid order by phone_since, id limit 1)
  union all
  select (array_agg(id))[1], 2 from contact where workspace_id = $1::uuid and phone = $4::text and id <> $2::uuid having count(*) = 1
) o order by rank limit 1`;

/**
 * A list of contacts with their chats' count and their latest 20 events: `$1` is a JSON array of `{ workspaceId, userId }`. Not two
 * arrays: the planner would look at their lengths, and plan every call anew. The limit of one keeps each look-up by itself: joined,
 * the planner would read whole tables for the list.
 */
export const getStatement = statement({ row: ContactRow, scope: "list" })`
select a.i, c.*
from (
  select o::int as i, (e->>'workspaceId')::uuid as ws, e->>'userId' as user_id
  from jsonb_array_elements($1::jsonb) with ordinality as t(e, o)
) a
cross join lateral (
  select ${columnsOf("c")}, ${linkedChats("c")} as "linkedChats",
    coalesce((select json_agg(e order by e."occurredAt" desc, e."receivedAt" desc, e.id desc) from (
      select ${eventColumns}
      from event e ${closingJoin("e")}
      where e.workspace_id = c.workspace_id and e.contact_id = c.id
      order by e.occurred_at desc, e.received_at desc, e.id desc limit 20
    ) e), '[]'::json) as events
  from contact n join contact c on c.workspace_id = n.workspace_id and c.id = coalesce(n.merged_into_id, n.id)
  where n.workspace_id = a.ws and n.user_id = a.user_id limit 1
) c
`;

/**
 * `$1` workspace, `$2` contact id, `$3` its userId, `$4` when. The contact becomes an empty row to which its events still
 * point: no query finds it any more, and reading an event or its card checks that row. Its people are unlinked, and its data
 * is removed from action calls and their notes, link codes and conflicts. Its e-mail and phone stay only where lines of imports have to be
 * searched for them, and until they are.
 */
export const blankStatement = statement({ row: BlankedRow, writes: true })`
with parts as materialized (select id, user_id from contact where workspace_id = $1::uuid and merged_into_id = $2::uuid),
whole as (select $2::uuid as id union all select id from parts),
unlinked as (
  update person set contact_id = null, linked_by = null,
    -- Of a visitor whom the customer's server named, it is their contact's data.
    name = case when linked_by = 'signed' then null else name end,
    email = case when linked_by = 'signed' then null else email end
  where workspace_id = $1::uuid and contact_id = $2::uuid
  returning id, phone
),
emptied_calls as (
  update action_call set contact_id = null, event_id = null, recorded_event_id = null,
    request_headers = null, request_body = null, reply_headers = null, reply_body = null, result_body = null, reason = null
  where workspace_id = $1::uuid and (
    contact_id in (select id from whole)
    -- Pressed before the link: their events moved to the contact with it, and go with it.
    or person_id in (select id from unlinked)
  )
  returning id, chat_id
),
theirs as (select h.id from chat h where h.workspace_id = $1::uuid and h.person_id in (select id from unlinked)),
-- What webhooks say of them was written before the link, or while they were with another contact: contacts/removal empties it with this one's.
taken_webhooks as (
  update webhook_event v set contact_id = $2::uuid
  where v.workspace_id = $1::uuid and v.person_id = any(array(select id from unlinked)) and (v.chat_id is null or v.type like 'action.%')
    and v.contact_id is distinct from $2::uuid
),
-- Notes outlive their calls: they lose what the agent filled in, and the problem that the press was about.
emptied_notes as (
  update chat_item i set data = ${withoutPress("i")}
  where i.workspace_id = $1::uuid and i.kind = 'action' and i.data ?| array['inputs', 'about', 'eventId']
    and i.chat_id in (select id from theirs union select chat_id from emptied_calls)
    and (i.chat_id in (select id from theirs) or i.data->>'callId' in (select id::text from emptied_calls))
),
deleted_codes as (delete from link_code where workspace_id = $1::uuid and contact_id in (select id from whole)),
deleted_conflicts as (
  delete from link_conflict where workspace_id = $1::uuid and (contact_id in (select id from whole) or other_contact_id in (select id from whole))
),
deleted_merges as (
  delete from contact_merge where workspace_id = $1::uuid and (into_id in (select id from whole) or from_id in (select id from whole))
),
emptied_parts as (
  update contact set user_id = null, former_user_id = user_id, merged_into_id = null, deleted_at = $4::timestamptz, updated_at = now()
  where workspace_id = $1::uuid and id in (select id from parts)
),
emptied_contact as (
  update contact set user_id = null, name = null, email = null, email_key = null, phone = null, phone_since = null, attributes = '{}',
    former_user_id = $3::text, former_email = case when n.is_possible then email end, former_phone = case when n.is_possible then phone end,
    deleted_at = $4::timestamptz, updated_at = now()
  from (
    select exists (
      select from contact_import_line l where l.workspace_id = $1::uuid and l.user_id is not null and l.cells is not null
    ) or exists (select from contact_import i where i.workspace_id = $1::uuid and i.state = 'checking') as is_possible
  ) n
  where workspace_id = $1::uuid and id = $2::uuid
)
select (select count(*)::int from event where workspace_id = $1::uuid and contact_id = $2::uuid) as "eventsDeleted",
  coalesce((
    select json_agg(h.id) from person p join chat h on h.workspace_id = p.workspace_id and h.person_id = p.id
    where p.workspace_id = $1::uuid and p.contact_id = $2::uuid
  ), '[]'::json) as chats,
  coalesce((select json_agg(json_build_object('id', id, 'phone', phone)) from unlinked), '[]'::json) as people,
  coalesce((select json_agg(user_id) from parts), '[]'::json) as aliases
`;

/** `$1` workspace, `$2` the limit: deleted contacts whose rows are still to be removed, the oldest first. */
export const deletedStatement = statement({ row: DeletedRow })`
select workspace_id as "workspaceId", id, deleted_at as "deletedAt", former_user_id as "formerUserId",
  former_email as "formerEmail", former_phone as "formerPhone"
from contact where workspace_id = $1::uuid and deleted_at is not null
order by deleted_at, id limit $2::int
`;

const OldestRow = z.strictObject({ deletedAt: z.date().nullable() });

/** When the oldest of them was deleted, of all workspaces. */
export const oldestStatement = statement({ row: OldestRow, scope: "all" })`
select min(deleted_at) as "deletedAt" from contact where deleted_at is not null`;

/** `$1` workspace: whatever is left is due. */
export const nextStatement = statement({ row: NextRow })`
select case when exists (select from contact where workspace_id = $1::uuid and deleted_at is not null) then now() end as "dueAt"`;

/** `$1` the limit. */
export const countStatement = statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (select from contact where deleted_at is not null limit $1::int) waiting`;

/** Gives a turn to workspaces that have deleted contacts and no turn. */
export const sweepStatement = statement({ scope: "all" })`
insert into queue_turn (workspace_id, queue, due_at)
select w.id, 'deleted contacts', now() from workspace w
where exists (select from contact c where c.workspace_id = w.id and c.deleted_at is not null)
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = 'deleted contacts')
on conflict do nothing`;

/**
 * `$1` workspace, `$2` how many are looked at: removes, of the contacts that were deleted longest ago, those that nothing is left of. An undone
 * import leaves very many such.
 */
export const removeBareStatement = statement()`
with oldest as materialized (
  select id, former_user_id from contact where workspace_id = $1::uuid and deleted_at is not null order by deleted_at, id limit $2::int
)
delete from contact c using oldest o
where c.workspace_id = $1::uuid and c.id = o.id and o.former_user_id is null and c.deleted_at is not null and c.former_user_id is null
  and not exists (select from event e where e.workspace_id = c.workspace_id and e.contact_id = c.id)
  and not exists (select from webhook_event v where v.workspace_id = c.workspace_id and v.contact_id = c.id)
`;

/** `$1` workspace, `$2` contact id: removes a deleted contact that has no events and whose userId is out of the request log. */
export const removeStatement = statement()`
delete from contact c
where c.workspace_id = $1::uuid and c.id = $2::uuid and c.deleted_at is not null and c.former_user_id is null
  and not exists (select from event e where e.workspace_id = c.workspace_id and e.contact_id = c.id)
`;

/** `$1` workspace, `$2` contact id. */
export const clearFormerUserIdStatement = statement()`
update contact set former_user_id = null, former_email = null, former_phone = null
where workspace_id = $1::uuid and id = $2::uuid and deleted_at is not null`;
