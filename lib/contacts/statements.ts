import { wireTime } from "@/lib/db/sql";

const contactColumns = `user_id as "userId", name, email, phone, attributes, created_at as "createdAt", updated_at as "updatedAt"`;

const linkedChats = (
  contact: string,
) => `(select count(*)::int from person p join chat h on h.workspace_id = p.workspace_id and h.person_id = p.id
  where p.workspace_id = ${contact}.workspace_id and p.contact_id = ${contact}.id)`;

/**
 * Writes the fields that were sent. `$1` workspace, `$2` id of a new contact, `$3` userId, `$4` the fields as JSON (a key
 * that is missing was not sent), `$5` attributes to set, `$6` attribute names to remove, `$7` whether the phone may change.
 * Returns nothing when the merge would leave more than 100 attributes, or when the phone would change but may not.
 */
export const putStatement = `
insert into contact as c (workspace_id, id, user_id, name, email, email_key, phone, phone_since, attributes, created_at, updated_at)
select $1::uuid, $2::uuid, $3::text, f->>'name', f->>'email', f->>'emailKey', f->>'phone', case when f->>'phone' is not null then clock_timestamp() end,
  $5::jsonb, now(), now()
from (select $4::jsonb as f) as sent
where $7::boolean or f->>'phone' is null
  or exists (select from contact o where o.workspace_id = $1::uuid and o.user_id = $3::text and o.phone = f->>'phone')
on conflict (workspace_id, user_id) do update set
  name = case when $4::jsonb ? 'name' then excluded.name else c.name end,
  email = case when $4::jsonb ? 'email' then excluded.email else c.email end,
  email_key = case when $4::jsonb ? 'email' then excluded.email_key else c.email_key end,
  phone = case when $4::jsonb ? 'phone' then excluded.phone else c.phone end,
  phone_since = case when $4::jsonb ? 'phone' and excluded.phone is distinct from c.phone then excluded.phone_since else c.phone_since end,
  attributes = (c.attributes || excluded.attributes) - $6::text[],
  updated_at = now()
where (select count(*) from jsonb_object_keys((c.attributes || excluded.attributes) - $6::text[])) <= 100
  and ($7::boolean or not $4::jsonb ? 'phone' or excluded.phone is not distinct from c.phone)
returning c.id, ${contactColumns}, (c.xmax = 0) as created, ${linkedChats("c")} as "linkedChats"
`;

/** `$1` workspace, `$2` contact id. */
export const linkedChatsStatement = `select ${linkedChats("c")} as "linkedChats" from contact c where c.workspace_id = $1::uuid and c.id = $2::uuid`;

/** `$1` workspace, `$2` userId: the phone before a change, to settle the people it leaves behind. */
export const phoneStatement = "select id, phone from contact where workspace_id = $1::uuid and user_id = $2::text for update";

/** `$1` workspace, `$2` userId: a contact with its chats' count and its latest 20 events. */
export const getStatement = `
select ${contactColumns}, ${linkedChats("c")} as "linkedChats",
  coalesce((select json_agg(e order by e."occurredAt" desc, e."receivedAt" desc, e.id desc) from (
    select id, event, level, properties, ${wireTime("occurred_at")} as "occurredAt", ${wireTime("received_at")} as "receivedAt"
    from event e where e.workspace_id = c.workspace_id and e.contact_id = c.id
    order by e.occurred_at desc, e.received_at desc, e.id desc limit 20
  ) e), '[]'::json) as events
from contact c where c.workspace_id = $1::uuid and c.user_id = $2::text
`;

/** `$1` workspace, `$2` userId: cards keep their place and lose their content, action calls lose what they held. */
export const removeStatement = `
with gone as (select id from contact where workspace_id = $1::uuid and user_id = $2::text),
doomed as (select id from event where workspace_id = $1::uuid and contact_id in (select id from gone)),
chats as (
  select h.id from chat h join person p on p.workspace_id = h.workspace_id and p.id = h.person_id
  where p.workspace_id = $1::uuid and p.contact_id in (select id from gone)
),
redacted as (
  update chat_item set data = '{"deleted": true}'
  where workspace_id = $1::uuid and event_id in (select id from doomed)
  returning chat_id
),
unmarked as (
  update chat h set problem_seq = coalesce((
    select max(i.seq) from chat_item i
    where i.workspace_id = h.workspace_id and i.chat_id = h.id and i.kind = 'card' and i.data->>'level' = 'problem'
      and i.event_id not in (select id from doomed)
  ), 0)
  where h.workspace_id = $1::uuid and h.problem_seq > 0 and h.id in (select chat_id from redacted)
),
unlinked as (
  update person set contact_id = null, linked_by = null
  where workspace_id = $1::uuid and contact_id in (select id from gone)
  returning id, phone
),
blanked as (
  update action_call set contact_id = null, event_id = null, recorded_event_id = null,
    request_headers = null, request_body = null, reply_headers = null, reply_body = null, result_body = null, reason = null
  where workspace_id = $1::uuid and (
    contact_id in (select id from gone)
    -- Pressed before the link: their events moved to the contact with it, and go with it.
    or person_id in (select id from unlinked)
  )
),
removed as (delete from event where workspace_id = $1::uuid and id in (select id from doomed) returning id)
select gone.id, (select count(*)::int from removed) as "eventsDeleted", (select count(*)::int from chats) as "chatsUnlinked",
  coalesce((select json_agg(distinct chat_id) from redacted), '[]'::json) as reset,
  coalesce((select json_agg(json_build_object('id', id, 'phone', phone)) from unlinked), '[]'::json) as people
from gone
`;
