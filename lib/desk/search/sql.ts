import { z } from "zod";
import { personColumns, personShape } from "@/lib/chats/sql";
import { aliasesOf } from "@/lib/people/contact-of";
import { type Statement, statement } from "@/lib/platform/db/statement";
import { maxFound } from "./contract";
import { conditionOf, type Query } from "./shared/query";

/** How many rows are looked for: some are of what changed since it was indexed, and are left out. */
export const maxHits = 2 * maxFound;
/**
 * An index of words knows nothing of time. So the newest entries are read first, by their time: what is frequent is among them. If not
 * enough are, the rest is rare, and found by its words; of what was frequent long ago, at most `maxCandidates` are compared.
 */
const newest = 3_000;
const maxCandidates = 4_000;

/**
 * A statement, and its values behind those that its comment names. Each row that was found is one look-up by a lateral subquery with a
 * limit: the planner may know nothing of the tables yet.
 */
type Bound<S extends z.ZodType> = { sql: Statement<S>; values: string[] };

/** Whether the person `q` is of the contact of the row `row`, or its person where it has none; not `case`, which no index can answer. */
const isOf = (row: string) => `(q.contact_id = ${row}.contact_id or (${row}.contact_id is null and q.id = ${row}.person_id))`;

const personFields = `json_build_object('name', q.name, 'phone', q.phone, 'username', q.username, 'email', q.email, 'typedPhone', q.typed_phone,
  'visitorId', q.visitor_id)`;

export const PersonHit = z.strictObject({
  contactId: z.uuid().nullable(),
  contact: z
    .strictObject({
      name: z.string().nullable(),
      userId: z.string().nullable(),
      aliases: z.array(z.string()),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    })
    .nullable(),
  people: z.array(
    z.strictObject({
      name: z.string().nullable(),
      phone: z.string().nullable(),
      username: z.string().nullable(),
      email: z.string().nullable(),
      typedPhone: z.string().nullable(),
      visitorId: z.string().nullable(),
    }),
  ),
  chatId: z.uuid().nullable(),
  channel: personShape.channel.nullable(),
});
export type PersonHit = z.output<typeof PersonHit>;

/**
 * `$1` workspace, `$2` what a text begins with that is found first. A person who is linked is found as their contact. Deleted contacts
 * are not found, whatever is still indexed.
 */
export function peopleStatement(query: Query): Bound<typeof PersonHit> {
  const { sql, values } = conditionOf(query, "s.search_text", 3);
  return {
    values,
    sql: statement({ row: PersonHit })`
with hits as materialized (
  select s.kind, s.id, s.at, s.search_text like $2::text as is_first from search_person s where s.workspace_id = $1::uuid and ${sql}
  limit ${maxCandidates}
),
best as (select kind, id, at, is_first from hits order by is_first desc, at desc limit ${4 * maxFound}),
owners as (
  select distinct on (coalesce(k.id, p.id)) k.id as contact_id, p.id as person_id, b.is_first, b.at
  from best b
  left join lateral (
    select p.id, p.contact_id from person p where p.workspace_id = $1::uuid and b.kind = 'person' and p.id = b.id limit 1
  ) p on true
  left join lateral (
    select k.id from contact k where k.workspace_id = $1::uuid and k.id = case when b.kind = 'contact' then b.id else p.contact_id end
      and k.deleted_at is null and k.merged_into_id is null limit 1
  ) k on true
  where coalesce(k.id, p.id) is not null
  order by coalesce(k.id, p.id), b.is_first desc, b.at desc
)
select o.contact_id as "contactId",
  case when k.id is not null then json_build_object('name', k.name, 'userId', k.user_id, 'aliases', ${aliasesOf("k")},
    'email', k.email, 'phone', k.phone) end as contact,
  coalesce(w.people, '[]'::json) as people, h.id as "chatId", h.channel::text as channel
from owners o
left join lateral (select k.* from contact k where k.workspace_id = $1::uuid and k.id = o.contact_id limit 1) k on true
left join lateral (
  select json_agg(${personFields} order by q.created_at) as people from (
    select * from person q where q.workspace_id = $1::uuid
      and ${isOf("o")} limit 20
  ) q
) w on true
left join lateral (
  select h.id, h.last_item_at, q.channel from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
  where q.workspace_id = $1::uuid and ${isOf("o")}
  order by h.status = 'open' desc, h.last_item_at desc limit 1
) h on true
order by o.is_first desc, h.last_item_at desc nulls last, o.at desc
limit ${maxHits}
`,
  };
}

const owner = {
  ...personShape,
  contactName: z.string().nullable(),
};

export const MessageHit = z.strictObject({
  ...owner,
  id: z.uuid(),
  chatId: z.uuid(),
  seq: z.int(),
  kind: z.enum(["message", "note"]),
  author: z.enum(["customer", "agent"]),
  authorName: z.string().nullable(),
  text: z.string().nullable(),
  files: z.array(z.string()),
  at: z.date(),
});
export type MessageHit = z.output<typeof MessageHit>;

/** The names of the files of the item `i`, as JSON. */
export const filesOf = `(case when jsonb_typeof(i.data->'attachments') = 'array'
    then jsonb_path_query_array(i.data, '$.attachments[*].name') else '[]'::jsonb end)`;

/** The items that are found: what customers and agents wrote, and did not remove. */
export const isFound = "i.kind in ('message', 'note') and i.author <> 'system' and not coalesce(i.data ? 'isDeleted', false)";

/** `$1` workspace, `$2` and `$3` the time and the id of the last message of the page before, or null. */
export function messagesStatement(query: Query): Bound<typeof MessageHit> {
  const { sql, values } = conditionOf(query, "s.search_text", 4);
  const isOlder = "($2::timestamptz is null or (s.at <= $2::timestamptz and (s.at, s.id) < ($2::timestamptz, $3::uuid)))";
  return {
    values,
    sql: statement({ row: MessageHit })`
with recent as materialized (
  select s.id, s.at from (
    select s.id, s.at, s.search_text from search_message s where s.workspace_id = $1::uuid and ${isOlder} order by s.at desc limit ${newest}
  ) s where ${sql} order by s.at desc, s.id desc limit ${maxHits}
),
older as materialized (
  select s.id, s.at from search_message s
  where s.workspace_id = $1::uuid and ${isOlder} and ${sql} and (select count(*) from recent) < ${maxHits} limit ${maxCandidates}
),
hits as (select id, at from recent union select id, at from older order by at desc, id desc limit ${maxHits})
select i.id, i.chat_id as "chatId", i.seq, i.kind::text as kind, i.author::text as author, i.author_name as "authorName", i.text,
  ${filesOf} as files, b.at, ${personColumns}, k.name as "contactName"
from hits b
cross join lateral (
  select i.id, i.chat_id, i.seq, i.kind, i.author, i.author_name, i.text, i.data, h.person_id
  from chat_item i join chat h on h.workspace_id = i.workspace_id and h.id = i.chat_id
  where i.workspace_id = $1::uuid and i.id = b.id and ${isFound} limit 1
) i
cross join lateral (select p.* from person p where p.workspace_id = $1::uuid and p.id = i.person_id limit 1) p
left join lateral (select k.name from contact k where k.workspace_id = $1::uuid and k.id = p.contact_id limit 1) k on true
order by b.at desc, b.id desc
`,
  };
}

export const EventHit = z.strictObject({
  id: z.uuid(),
  event: z.string(),
  reference: z.string(),
  level: z.enum(["problem", "info"]),
  occurredAt: z.date(),
  contactId: z.uuid().nullable(),
  contactName: z.string().nullable(),
  userId: z.string().nullable(),
  person: z
    .strictObject({
      name: z.string().nullable(),
      phone: z.string().nullable(),
      username: z.string().nullable(),
      visitorId: z.string().nullable(),
    })
    .nullable(),
  chatId: z.uuid().nullable(),
  seq: z.int().nullable(),
});
export type EventHit = z.output<typeof EventHit>;

const isDeleted = `(
      exists (select from contact t where t.workspace_id = e.workspace_id and t.id = e.contact_id and t.deleted_at is not null)
      or (e.contact_id is null and exists (select from erased_person x where x.workspace_id = e.workspace_id and x.person_id = e.person_id))
    )`;

/** `$1` workspace. The newest events of the names and references that match, and the chats to open for them. */
export function eventsStatement(query: Query): Bound<typeof EventHit> {
  const { sql, values } = conditionOf(query, "s.search_text", 2);
  return {
    values,
    sql: statement({ row: EventHit })`
with recent as materialized (
  select s.event, s.reference, s.at from (
    select s.event, s.reference, s.at, s.search_text from search_event s where s.workspace_id = $1::uuid order by s.at desc limit ${newest}
  ) s where ${sql} order by s.at desc limit ${maxHits}
),
older as materialized (
  select s.event, s.reference, s.at from search_event s
  where s.workspace_id = $1::uuid and ${sql} and (select count(*) from recent) < ${maxHits} limit ${maxCandidates}
),
hits as (select event, reference, at from recent union select event, reference, at from older order by at desc limit ${maxHits}),
found as (
  select e.* from hits b cross join lateral (
    select e.workspace_id, e.id, e.event, b.reference, e.level, e.occurred_at, e.contact_id, e.person_id from event e
    where e.workspace_id = $1::uuid and e.event = b.event and event_reference(e.properties) = b.reference and not ${isDeleted}
    order by e.occurred_at desc limit ${maxFound}
  ) e
  order by e.occurred_at desc, e.id desc limit ${maxFound}
)
select e.id, e.event, e.reference, e.level::text as level, e.occurred_at as "occurredAt", e.contact_id as "contactId", k.name as "contactName",
  k.user_id as "userId",
  case when p.id is not null then json_build_object('name', p.name, 'phone', p.phone, 'username', p.username, 'visitorId', p.visitor_id) end as person,
  coalesce(i.chat_id, h.id) as "chatId", i.seq
from found e
left join lateral (
  select k.name, k.user_id from contact k where k.workspace_id = e.workspace_id and k.id = e.contact_id limit 1
) k on true
left join lateral (
  select i.chat_id, i.seq from chat_item i where i.workspace_id = e.workspace_id and i.event_id = e.id and i.kind = 'card'
  order by i.created_at desc limit 1
) i on true
left join lateral (
  select h.id, h.person_id from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
  where q.workspace_id = e.workspace_id and ${isOf("e")}
  order by h.status = 'open' desc, h.last_item_at desc limit 1
) h on true
left join lateral (
  select p.* from person p where p.workspace_id = e.workspace_id and p.id = coalesce(h.person_id, e.person_id) limit 1
) p on true
order by e.occurred_at desc, e.id desc
`,
  };
}
