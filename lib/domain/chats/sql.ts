import { z } from "zod";
import { wireTime } from "@/lib/platform/db/sql";
import { ChatSummary } from "./contract";
import { Newest } from "./item";

/** Whether the workspace `$1` has deleted contacts whose events are still being removed. Usually not: then no card is looked up. */
const isRemoving = "(select exists (select from contact t where t.workspace_id = $1::uuid and t.deleted_at is not null))";

/** Whether the event of a card was deleted with its contact. `event` is an expression for its id, in the workspace of the row `of`. */
const isGone = (event: string, of: string) => `(${isRemoving} and (
    select t.deleted_at from contact t where t.workspace_id = ${of}.workspace_id
      and t.id = (select e.contact_id from event e where e.workspace_id = ${of}.workspace_id and e.id = ${event})
  ) is not null)`;

/** The events of a digest, which holds their ids, newest first; without those that were deleted since. */
const digestOf = `(
    select case when count(*) = 0 then '{"deleted": true}'::jsonb else jsonb_build_object('digest', jsonb_agg(jsonb_build_object(
      'eventId', e.id, 'event', e.event, 'properties', e.properties, 'occurredAt', ${wireTime("e.occurred_at")}) order by d.n)) end
    from jsonb_array_elements_text(i.data->'digest') with ordinality as d(id, n)
    join event e on e.workspace_id = i.workspace_id and e.id = d.id::uuid
    left join contact t on t.workspace_id = e.workspace_id and t.id = e.contact_id
    where t.deleted_at is null
  )`;

/** The data that an item shows; of a card whose event was deleted, only that it was. */
const shownData = `case when i.kind = 'card' and ${isGone("i.event_id", "i")} then '{"deleted": true}'::jsonb
    when i.kind = 'card' and i.data ? 'digest' then ${digestOf} else i.data end`;

/**
 * Whether a chat has a problem after this seq. A `problem_seq` that points to a deleted event does not count; the `case` looks
 * that up only where it is needed.
 */
const hasProblem = (afterSeq: string) =>
  `(case when c.problem_seq > ${afterSeq} then not ${isGone(
    "(select m.event_id from chat_item m where m.workspace_id = c.workspace_id and m.chat_id = c.id and m.seq = c.problem_seq)",
    "c",
  )} else false end)`;

export const personColumns = `p.channel::text as channel, p.name, p.phone, p.username, p.visitor_id as "visitorId"`;

const { channel, status, unread, newProblem } = ChatSummary.shape;
/** The columns of a person in a row of a chat. */
export const personShape = {
  channel,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  username: z.string().nullable(),
  visitorId: z.string().nullable(),
};

/** A chat in the list. */
export const ChatRow = z.strictObject({
  ...personShape,
  id: z.uuid(),
  status,
  lastSeq: z.int(),
  lastItemAt: z.date(),
  contactName: z.string().nullable(),
  newProblem,
  unread,
  newest: Newest.nullable(),
});

/**
 * `$1` workspace, `$2` account, `$3` view, `$4` and `$5` the last row's time and id or null, `$6` how many.
 * One statement: the newest item and the unread ones are looked up per row by the timeline's primary key.
 */
export const listStatement = `
select c.id, c.status::text as status, c.last_seq as "lastSeq", c.last_item_at as "lastItemAt", ${personColumns}, k.name as "contactName",
  ${hasProblem("coalesce(r.seq, 0)")} as "newProblem", u.unread,
  case when i.seq is not null then json_build_object('kind', i.kind, 'author', i.author, 'authorName', i.author_name,
    'isMine', coalesce(i.account_id = $2::uuid, false), 'text', i.text, 'data', i.data) end as newest
from chat c
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
left join contact k on k.workspace_id = p.workspace_id and k.id = p.contact_id
left join chat_read r on r.workspace_id = c.workspace_id and r.account_id = $2::uuid and r.chat_id = c.id
left join lateral (
  select i.seq, i.kind, i.author, i.account_id, i.author_name, i.text, ${shownData} as data from chat_item i
  where i.workspace_id = c.workspace_id and i.chat_id = c.id order by seq desc limit 1
) i on true
cross join lateral (
  select count(*)::int as unread from (
    select from chat_item n
    where n.workspace_id = c.workspace_id and n.chat_id = c.id and n.seq > coalesce(r.seq, 0) and n.kind = 'message' and n.author = 'customer'
    limit 99
  ) few
) u
where c.workspace_id = $1::uuid
  and c.status = (case when $3::text = 'closed' then 'closed' else 'open' end)::chat_status
  and ($3::text <> 'problems' or ${hasProblem("0")})
  and ($4::timestamptz is null or (c.last_item_at, c.id) < ($4::timestamptz, $5::uuid))
order by c.last_item_at desc, c.id desc
limit $6::int
`;

export const CountRow = z.strictObject({ count: z.int() });

/** `$1` workspace, `$2` account: open chats with a problem that this agent has not seen. */
export const newProblemsStatement = `
select count(*)::int as count from chat c
left join chat_read r on r.workspace_id = c.workspace_id and r.account_id = $2::uuid and r.chat_id = c.id
where c.workspace_id = $1::uuid and c.status = 'open' and ${hasProblem("coalesce(r.seq, 0)")}
`;

/** `$1` workspace, `$2` chat, `$3` and `$4` the bounds of seq, both exclusive, `$5` the limit, from the first or the last one. */
export const itemsStatement = (from: "first" | "last") => `
select i.id, i.seq, i.kind::text as kind, i.author::text as author, i.author_name as "authorName", i.text, ${shownData} as data,
  i.event_id as "eventId", i.created_at as "createdAt",
  case when o.id is not null then json_build_object('state', o.state, 'reason', o.reason, 'errorCode', o.error_code) end as delivery
from chat_item i
left join outbound_message o on o.workspace_id = i.workspace_id and o.id = i.id
where i.workspace_id = $1::uuid and i.chat_id = $2::uuid and i.seq > $3::int and i.seq < $4::bigint
order by i.seq ${from === "first" ? "asc" : "desc"} limit $5::int
`;

/** Chats whose messages go out through Meta: the person is on WhatsApp, and the workspace's integration is on. */
const sentThroughMeta = `
  select c.workspace_id, c.id, c.person_id from chat c
  join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
  join integration g on g.workspace_id = c.workspace_id
  where c.workspace_id = $1::uuid and c.id = $2::uuid and p.channel = 'whatsapp' and g.kind = 'whatsapp'
    and g.settings -> 'isOn' = 'true'::jsonb`;

/** When the person of the row `of` last wrote, in any of their chats. Messages arrive in any order, so the last ones are compared. */
const lastCustomerMessageAt = (of: string) => `(
    select max(m.created_at) from chat k cross join lateral (
      select i.created_at from chat_item i
      where i.workspace_id = k.workspace_id and i.chat_id = k.id and i.kind = 'message' and i.author = 'customer'
      order by i.seq desc limit 50
    ) m where k.workspace_id = ${of}.workspace_id and k.person_id = ${of}.person_id
  )`;

export const WindowRow = z.strictObject({ channel: ChatSummary.shape.channel, hasWindow: z.boolean(), lastAt: z.date().nullable() });

/** `$1` workspace, `$2` chat. */
export const windowStatement = `
select p.channel::text as channel, exists (select from (${sentThroughMeta}) s) as "hasWindow", ${lastCustomerMessageAt("c")} as "lastAt"
from chat c join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
where c.workspace_id = $1::uuid and c.id = $2::uuid`;

const there = "select seq from chat_item where workspace_id = $1::uuid and id = $3::uuid";

/** `condition` is one more on the chat. */
const added = (condition = "") => `
bumped as (
  update chat set
    last_seq = last_seq + 1,
    last_item_at = greatest(last_item_at, $10::timestamptz),
    last_message_at = case when $4::text = 'message' then greatest(last_message_at, $10::timestamptz) else last_message_at end
  where workspace_id = $1::uuid and id = $2::uuid and not exists (select from there)
    and (status = 'open' or $4::text <> 'message') ${condition}
  returning last_seq
),
added as (
  insert into chat_item (workspace_id, chat_id, seq, id, kind, author, account_id, author_name, text, data, created_at)
  select $1::uuid, $2::uuid, last_seq, $3::uuid, $4::item_kind, $5::author, $6::uuid, $7::text, $8::text, $9::jsonb, $10::timestamptz
  from bumped
  returning seq
)`;

export const AppendedRow = z.strictObject({ seq: z.int(), added: z.boolean() });

/**
 * Adds one item at the end of a chat, under the chat's row lock; a repeated id changes nothing.
 * `$1` workspace, `$2` chat, `$3` item id, `$4` kind, `$5` author, `$6` account, `$7` author's name, `$8` text, `$9` data,
 * `$10` when. Returns its seq.
 */
export const appendStatement = `
with there as (${there}),${added()}
select seq, true as added from added union all select seq, false from there
`;

/**
 * The same for what an agent writes: a message that goes out through Meta is queued with its item, so that none is accepted
 * without a delivery. `$11` is what is sent besides the text, `$12` whether it may be sent at any time, `$13` when the customer
 * must have written last for anything else, `$14` whether WhatsApp has to be connected, as it is outside the demo. Without a row,
 * nothing was added.
 */
export const writeStatement = `
with there as (${there}),
outgoing as (
  select s.id, ${lastCustomerMessageAt("s")} as last_at from (${sentThroughMeta}) s where $4::text = 'message'
),${added(`and not exists (select from outgoing where not $12::boolean and (last_at is null or last_at <= $13::timestamptz))
    and ($4::text <> 'message' or not $14::boolean or exists (select from outgoing) or not exists (
      select from person p where p.workspace_id = chat.workspace_id and p.id = chat.person_id and p.channel = 'whatsapp'
    ))`)},
queued as (
  insert into outbound_message (workspace_id, id, chat_id, channel, state, payload, next_try_at, created_at, updated_at)
  select $1::uuid, $3::uuid, outgoing.id, 'whatsapp', 'queued', $11::jsonb, $10::timestamptz, $10::timestamptz, $10::timestamptz
  from added cross join outgoing
)
select seq, true as added from added union all select seq, false from there
`;
