import { z } from "zod";
import { forgottenChange } from "@/lib/context/events/removal";
import { closingOf } from "@/lib/context/problems/sql";
import { wireTime } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { ChatSummary } from "./contract";
import { ItemRow } from "./item";
import { type OutsideChannel, outsideChannels, rulesOf } from "./shared/channels";

/** Whether the workspace `$1` has deleted contacts whose events are still being removed. Usually not: then no card is looked up. */
const isRemoving = "(select exists (select from contact t where t.workspace_id = $1::uuid and t.deleted_at is not null))";

/** Whether the event of a card was deleted with its contact. `event` is an expression for its id, in the workspace of the row `of`. */
const isGone = (event: string, of: string) => `(${isRemoving} and (
    select t.deleted_at from contact t where t.workspace_id = ${of}.workspace_id
      and t.id = (select e.contact_id from event e where e.workspace_id = ${of}.workspace_id and e.id = ${event})
  ) is not null)`;

/** The events of a digest, which holds their ids, newest first; without those that were deleted since. */
const digestOf = (more = "") => `(
    select case when count(*) = 0 then '{"deleted": true}'::jsonb else jsonb_build_object('digest', jsonb_agg(jsonb_build_object(
      'eventId', e.id, 'event', e.event, 'properties', e.properties, 'occurredAt', ${wireTime("e.occurred_at")}${more}) order by d.n)) end
    from jsonb_array_elements_text(i.data->'digest') with ordinality as d(id, n)
    join event e on e.workspace_id = i.workspace_id and e.id = d.id::uuid
    left join contact t on t.workspace_id = e.workspace_id and t.id = e.contact_id
    where t.deleted_at is null
  )`;

const isDeletedCard = `i.kind = 'card' and ${isGone("i.event_id", "i")}`;

/** The data that the item `i` shows in a list; of a card whose event was deleted, only that it was. */
export const shownData = `case when ${isDeletedCard} then '{"deleted": true}'::jsonb
    when i.kind = 'card' and i.data ? 'digest' then ${digestOf()} else i.data end`;

/** A notice that names a person by their id: who that is now, with their latest chat. Nobody once they were removed. */
const withPerson = (i: string) => `jsonb_build_object('notice', jsonb_build_object('what', ${i}.data->'notice'->>'what', 'person', (
      select jsonb_build_object('contactName', k.name, 'name', q.name, 'phone', q.phone, 'username', q.username, 'visitorId', q.visitor_id,
        'chatId', (
          select h.id from chat h where h.workspace_id = q.workspace_id and h.person_id = q.id order by h.last_message_at desc, h.id desc limit 1
        ))
      from person q left join contact k on k.workspace_id = q.workspace_id and k.id = q.contact_id and k.deleted_at is null
      where q.workspace_id = ${i}.workspace_id and q.id = (${i}.data->'notice'->>'personId')::uuid
        and not exists (select from erased_person x where x.workspace_id = q.workspace_id and x.person_id = q.id)
    )))`;

/** The same for the timeline, where a problem also says what ended it; and a change that names a deleted problem does not. */
export const timelineData = `case when ${isDeletedCard} then '{"deleted": true}'::jsonb
    when i.kind = 'card' and i.data ? 'digest' then ${digestOf(`, 'closed', ${closingOf("e.id", "e")}`)}
    when i.kind = 'note' and i.event_id is not null and ${isGone("i.event_id", "i")} then ${forgottenChange("i")}
    when i.kind = 'card' and i.data->>'level' = 'problem' then i.data || jsonb_build_object('closed', ${closingOf("i.event_id", "i")})
    when i.kind = 'note' and i.data->'notice' ? 'personId' then ${withPerson("i")}
    else i.data end`;

export const personColumns = `p.channel::text as channel, p.name, p.phone, p.username, p.visitor_id as "visitorId"`;

const { channel } = ChatSummary.shape;
/** The columns of a person in a row of a chat. */
export const personShape = {
  channel,
  name: z.string().nullable(),
  phone: z.string().nullable(),
  username: z.string().nullable(),
  visitorId: z.string().nullable(),
};

const noItem = Object.fromEntries(Object.keys(ItemRow.shape).map((name) => [name, z.null()])) as {
  [Name in keyof typeof ItemRow.shape]: z.ZodNull;
};

/** An item of a chat's timeline; the only row of a chat in which none was found has no item. No row: there is no such chat. */
export const TimelineRow = z.union([ItemRow.extend({ lastSeq: z.int() }), z.strictObject({ ...noItem, lastSeq: z.int() })]);

/** How far the message of an item came: of its row `o` of outgoing messages, if it has one. */
export const delivery = `case when o.id is not null then json_build_object(
      'channel', o.channel, 'state', o.state, 'reason', o.reason, 'errorCode', o.error_code) end as delivery`;

/** `i` is the item; `which` a condition on it, with its order and limit. */
const timeline = (which: string) => statement({ row: TimelineRow })`
select t.*, c.last_seq as "lastSeq"
from chat c left join lateral (
  select i.id, i.seq, i.kind::text as kind, i.author::text as author, i.author_name as "authorName", i.text, ${timelineData} as data,
    i.event_id as "eventId", i.created_at as "createdAt", ${delivery}
  from chat_item i
  left join outbound_message o on o.workspace_id = i.workspace_id and o.id = i.id
  where i.workspace_id = c.workspace_id and i.chat_id = c.id and ${which}
) t on true
where c.workspace_id = $1::uuid and c.id = $2::uuid`;

/** `$1` workspace, `$2` chat, `$3` and `$4` the bounds of seq, both exclusive, `$5` the limit, from the first or the last one. */
export const itemsStatement = (from: "first" | "last") =>
  timeline(`i.seq > $3::int and i.seq < $4::bigint order by i.seq ${from === "first" ? "asc" : "desc"} limit $5::int`);

/** `$1` workspace, `$2` chat, `$3` ids of items. */
export const itemsByIdStatement = timeline("i.id = any($3::uuid[])");

/** Whether the channel names the person of the row `of` in some way: whose number became somebody else's cannot be written to. */
const isReachable = (of: string) => `num_nonnulls(${of}.phone, ${of}.channel_user_id, ${of}.visitor_id) > 0`;

const windowOf = (channel: OutsideChannel) => {
  const { windowMs } = rulesOf(channel);
  return `('${channel}'::channel, ${windowMs === null ? "null" : `'${windowMs} milliseconds'`}::interval)`;
};

/** The chat `$2` of the workspace `$1` if its messages go outside, because the integration of its channel is on. */
const sentOutside = `
  select c.workspace_id, c.id, c.person_id, p.channel, o.window_length, ${isReachable("p")} as is_reachable from chat c
  join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
  join (values ${outsideChannels.map(windowOf).join(", ")}) as o(channel, window_length) on o.channel = p.channel
  join integration g on g.workspace_id = c.workspace_id and g.kind::text = p.channel::text
  where c.workspace_id = $1::uuid and c.id = $2::uuid and g.settings -> 'isOn' = 'true'::jsonb`;

/** When the person of the row `of` last wrote, in any of their chats. Messages arrive in any order, so the last ones are compared. */
const lastCustomerMessageAt = (of: string) => `(
    select max(m.created_at) from chat k cross join lateral (
      select i.created_at from chat_item i
      where i.workspace_id = k.workspace_id and i.chat_id = k.id and i.kind = 'message' and i.author = 'customer'
      order by i.seq desc limit 50
    ) m where k.workspace_id = ${of}.workspace_id and k.person_id = ${of}.person_id
  )`;

const WindowRow = z.strictObject({
  channel: ChatSummary.shape.channel,
  isSentOutside: z.boolean(),
  isReachable: z.boolean(),
  lastAt: z.date().nullable(),
});

/** `$1` workspace, `$2` chat. */
export const windowStatement = statement({ row: WindowRow })`
select p.channel::text as channel, exists (select from (${sentOutside}) s) as "isSentOutside", ${isReachable("p")} as "isReachable",
  ${lastCustomerMessageAt("c")} as "lastAt"
from chat c join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
where c.workspace_id = $1::uuid and c.id = $2::uuid`;

const there = "select seq from chat_item where workspace_id = $1::uuid and id = $3::uuid";

/** `more` is one more column to set, `condition` one more on the chat. A message of the customer ends a snooze. */
const added = (more = "", condition = "") => `
bumped as (
  update chat set
    last_seq = last_seq + 1,
    last_item_at = greatest(last_item_at, $10::timestamptz),
    last_message_at = case when $4::text = 'message' then greatest(last_message_at, $10::timestamptz) else last_message_at end,
    snoozed_until = case when $4::text = 'message' and $5::text = 'customer' then null else snoozed_until end${more}
  where workspace_id = $1::uuid and id = $2::uuid and not exists (select from there)
    and (status = 'open' or $4::text <> 'message') ${condition}
  returning last_seq, person_id
),
added as (
  insert into chat_item (workspace_id, chat_id, seq, id, kind, author, account_id, author_name, text, data, created_at)
  select $1::uuid, $2::uuid, last_seq, $3::uuid, $4::item_kind, $5::author, $6::uuid, $7::text, $8::text, $9::jsonb, $10::timestamptz
  from bumped
  returning seq
)`;

const AppendedRow = z.strictObject({ seq: z.int(), added: z.boolean() });

/**
 * Adds one item at the end of a chat, under the chat's row lock; a repeated id changes nothing.
 * `$1` workspace, `$2` chat, `$3` item id, `$4` kind, `$5` author, `$6` account, `$7` author's name, `$8` text, `$9` data,
 * `$10` when. Returns its seq.
 */
export const appendStatement = statement({ row: AppendedRow, writes: true })`
with there as (${there}),${added()}
select seq, true as added from added union all select seq, false from there
`;

const WrittenRow = AppendedRow.extend({ assignedOf: z.uuid().nullable() });

/**
 * The same for what an agent writes: the first message in a chat of nobody makes it theirs, and a message that goes outside is queued
 * with its item, so that none is accepted without a delivery. `$11` is what is sent besides the text, `$12` whether it may be sent after
 * the window, `$13` whether the channel has to be connected, as it is outside the demo, `$14` the accounts that a note mentions. Without
 * a row, nothing was added. `assignedOf` is the person of a chat that had no assignee.
 */
export const writeStatement = statement({ row: WrittenRow, writes: true })`
with there as (${there}),
outgoing as (
  select s.id, s.channel, s.window_length, s.is_reachable, ${lastCustomerMessageAt("s")} as last_at from (${sentOutside}) s where $4::text = 'message'
),
-- Locked, so that a member who is being removed is given nothing afterwards.
writer as (select account_id from member where workspace_id = $1::uuid and account_id = $6::uuid for key share),
-- Locked before the chat, in the order of a removal.
mentioned as (
  select m.account_id from member m
  where m.workspace_id = $1::uuid and m.account_id = any($14::uuid[]) and m.account_id <> $6::uuid order by m.account_id for key share
),
before as (select assignee_id from chat where workspace_id = $1::uuid and id = $2::uuid),${added(
  `,
    assignee_id = case when $4::text = 'message' and assignee_id is null then (select account_id from writer) else assignee_id end`,
  `and (select count(*) from mentioned) >= 0
    and not exists (
      select from outgoing where not is_reachable or (
        not $12::boolean and window_length is not null and (last_at is null or last_at <= $10::timestamptz - window_length)
      )
    )
    and ($4::text <> 'message' or not $13::boolean or exists (select from outgoing) or not exists (
      select from person p where p.workspace_id = chat.workspace_id and p.id = chat.person_id
        and p.channel in (${outsideChannels.map((name) => `'${name}'`).join(", ")})
    ))`,
)},
queued as (
  insert into outbound_message (workspace_id, id, chat_id, channel, state, payload, next_try_at, created_at, updated_at)
  select $1::uuid, $3::uuid, outgoing.id, outgoing.channel, 'queued', $11::jsonb, $10::timestamptz, $10::timestamptz, $10::timestamptz
  from added cross join outgoing
),
noted as (
  insert into mention (workspace_id, account_id, chat_id, seq, created_at)
  select $1::uuid, mentioned.account_id, $2::uuid, added.seq, $10::timestamptz from added cross join mentioned
  on conflict (workspace_id, account_id, chat_id) do update set seq = excluded.seq, created_at = excluded.created_at
)
select seq, true as added,
  (select b.person_id from bumped b, before w where $4::text = 'message' and w.assignee_id is null) as "assignedOf"
from added
union all select seq, false, null from there
`;
