import { z } from "zod";
import { redacted } from "@/lib/channels/inbound/erase";
import { channelNames } from "@/lib/chats/shared/channels";
import { personShape } from "@/lib/chats/sql";
import { removalStatement } from "@/lib/context/events/removal";
import { IdRow } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { NextRow } from "@/lib/platform/db/turns/sql";

const nullable = z.string().nullable();
const uuids = z.array(z.uuid());

export const ErasableRow = z.strictObject({
  ...personShape,
  id: z.uuid(),
  contactId: z.uuid().nullable(),
  contactName: nullable,
  userId: nullable,
  chatsCount: z.int(),
  filesCount: z.int(),
  others: z.array(z.strictObject({ ...personShape, id: z.uuid() })),
});
export type ErasableRow = z.output<typeof ErasableRow>;

const isErased = (p: string) => `exists (select from erased_person x where x.workspace_id = ${p}.workspace_id and x.person_id = ${p}.id)`;

/** `$1` workspace, `$2` person. */
export const erasableStatement = statement({ row: ErasableRow })`
select p.id, p.channel::text as channel, p.name, p.phone, p.username, p.visitor_id as "visitorId",
  k.id as "contactId", k.name as "contactName", k.user_id as "userId",
  (select count(*)::int from chat h where h.workspace_id = p.workspace_id and h.person_id = p.id) as "chatsCount",
  (select count(*)::int from chat h join attachment a on a.workspace_id = h.workspace_id and a.chat_id = h.id
    where h.workspace_id = p.workspace_id and h.person_id = p.id) as "filesCount",
  coalesce((
    select json_agg(json_build_object('id', q.id, 'channel', q.channel, 'name', q.name, 'phone', q.phone, 'username', q.username,
      'visitorId', q.visitor_id) order by q.created_at, q.id)
    from (
      select * from person q where q.workspace_id = p.workspace_id and q.contact_id = p.contact_id and q.id <> p.id
      order by q.created_at, q.id limit 50
    ) q
  ), '[]'::json) as others
from person p left join contact k on k.workspace_id = p.workspace_id and k.id = p.contact_id
where p.workspace_id = $1::uuid and p.id = $2::uuid and not ${isErased("p")}`;

const NamesRow = z.strictObject({ personId: z.uuid(), visitorId: nullable, names: z.array(z.string()) });

/** `$1` workspace, `$2` people: the names by which their channel knows or knew each, and the id of a visitor. */
export const namesStatement = statement({ row: NamesRow })`
select p.id as "personId", p.visitor_id as "visitorId", array(
  select distinct n from unnest(array[p.phone, p.channel_user_id] || array(
    select i.value from person_identity i where i.workspace_id = p.workspace_id and i.person_id = p.id
  )) n where n is not null
) as names
from person p where p.workspace_id = $1::uuid and p.id = any($2::uuid[])`;

/** `$1` workspace, `$2` people: locks their chats, in the order in which events lock them. */
export const lockChatsStatement = statement({ row: IdRow, writes: true })`
select id from chat where workspace_id = $1::uuid and person_id = any($2::uuid[]) order by person_id, id for update`;

/** `$1` workspace, `$2` people: after their chats, as whatever records for a person does. */
export const lockPeopleStatement = statement({ row: IdRow, writes: true })`
select id from person where workspace_id = $1::uuid and id = any($2::uuid[]) order by id for update`;

const ErasedRow = z.strictObject({ erasedAt: z.date(), events: z.int(), calls: uuids });

/**
 * Takes what every reader finds: `$1` workspace, `$2` people, `$3` their chats, `$4` their names as JSON, by person. Their rows of `person`
 * stay empty for the events that point to them. What belonged to the chats follows later (`ErasedChat`); messages that wait to be
 * sent, and the content of calls, go now, so that nothing is sent any more. What a visitor uploaded and never sent goes with their first
 * chat; without a chat the removal of unused uploads takes it within the hour.
 */
export const eraseStatement = statement({ row: ErasedRow, writes: true })`
with gone as (
  insert into erased_person (workspace_id, person_id, erased_at, former_names)
  select $1::uuid, id, now(), array(select jsonb_array_elements_text($4::jsonb->(id::text))) from unnest($2::uuid[]) id
  on conflict do nothing
),
left_behind as (
  insert into erased_chat (workspace_id, chat_id, person_id, erased_at)
  select workspace_id, id, person_id, now() from chat where workspace_id = $1::uuid and id = any($3::uuid[])
  on conflict do nothing
),
unsent as (
  delete from outbound_message where workspace_id = $1::uuid and chat_id = any($3::uuid[]) and state in ('queued', 'sending')
),
called as (delete from action_call where workspace_id = $1::uuid and person_id = any($2::uuid[]) returning id),
unnamed as (
  update attachment set name = '', item_id = null, visitor_id = null, chat_id = coalesce(chat_id, ($3::uuid[])[1]),
    created_at = case when coalesce(chat_id, ($3::uuid[])[1]) is null then 'epoch' else created_at end
  where workspace_id = $1::uuid and (chat_id = any($3::uuid[]) or visitor_id in (
    select p.visitor_id from person p where p.workspace_id = $1::uuid and p.id = any($2::uuid[])
  ))
),
unheld as (delete from visitor_network where workspace_id = $1::uuid and person_id = any($2::uuid[])),
unpushed as (delete from push_chat where workspace_id = $1::uuid and chat_id = any($3::uuid[])),
unread as (delete from chat_read where workspace_id = $1::uuid and chat_id = any($3::uuid[])),
closed as (delete from chat where workspace_id = $1::uuid and id = any($3::uuid[])),
unknown as (delete from person_identity where workspace_id = $1::uuid and person_id = any($2::uuid[])),
unfound as (delete from search_person where workspace_id = $1::uuid and id = any($2::uuid[])),
emptied as (
  update person set phone = null, visitor_id = null, channel_user_id = null, name = null, username = null, email = null,
    typed_phone = null, contact_id = null, linked_by = null, blocked_at = null
  where workspace_id = $1::uuid and id = any($2::uuid[])
)
select now()::timestamptz(3) as "erasedAt", coalesce((select json_agg(id) from called), '[]'::json) as calls, (
  select count(*)::int from event e where e.workspace_id = $1::uuid and e.person_id = any($2::uuid[]) and e.contact_id is null
) as events`;

export const WaitingRow = z.strictObject({
  workspaceId: z.uuid(),
  personId: z.uuid(),
  erasedAt: z.date(),
  formerNames: z.array(z.string()),
});
export type WaitingRow = z.output<typeof WaitingRow>;

/** `$1` workspace, `$2` the limit: people whose rows are still to be removed, the oldest first. */
export const waitingStatement = statement({ row: WaitingRow })`
select workspace_id as "workspaceId", person_id as "personId", erased_at as "erasedAt", former_names as "formerNames"
from erased_person where workspace_id = $1::uuid order by erased_at, person_id limit $2::int`;

const OldestRow = z.strictObject({ erasedAt: z.date().nullable() });

/** When the first of them was erased, of all workspaces. */
export const oldestStatement = statement({ row: OldestRow, scope: "all" })`select min(erased_at) as "erasedAt" from erased_person`;

/** `$1` workspace: whatever is left is due. */
export const nextStatement = statement({ row: NextRow })`
select case when exists (select from erased_person where workspace_id = $1::uuid) then now() end as "dueAt"`;

/** `$1` the limit. */
const CountRow = z.strictObject({ count: z.int() });

export const countStatement = statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (select from erased_person limit $1::int) waiting`;

/** Gives a turn to workspaces that have erased people and no turn. */
export const sweepStatement = statement({ scope: "all" })`
insert into queue_turn (workspace_id, queue, due_at)
select w.id, 'erased people', now() from workspace w
where exists (select from erased_person e where e.workspace_id = w.id)
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = 'erased people')
on conflict do nothing`;

const ChatRow = z.strictObject({ chatId: z.uuid() });

/** `$1` workspace, `$2` person, `$3` the id to continue after: the next of the chats whose rows are to be removed. */
export const nextChatStatement = statement({ row: ChatRow })`
select chat_id as "chatId" from erased_chat
where workspace_id = $1::uuid and person_id = $2::uuid and chat_id > $3::uuid order by chat_id limit 1`;

/** Whatever state a channel may report of a message. */
const reported = "unnest('{sent,delivered,read,played,failed,deleted,warning,pending,accepted}'::text[])";

/**
 * `$1` workspace, `$2` chat, `$3` how many. Removes items with their deliveries and answers, and what is left of the webhooks that they
 * came by: their ids contain the customer's phone.
 */
export const removeItemsStatement = statement({ row: CountRow, writes: true })`
with doomed as (
  select i.seq, i.id, i.data->>'externalId' as external_id from chat_item i
  where i.workspace_id = $1::uuid and i.chat_id = $2::uuid order by i.seq limit $3::int for update skip locked
),
sent as (
  delete from outbound_message where workspace_id = $1::uuid and id in (select id from doomed) returning external_id
),
entries as (
  select 'status:' || s.external_id || ':' || r as external_id from sent s cross join ${reported} r where s.external_id is not null
  union select d.external_id from doomed d where d.external_id is not null
  union select 'file:' || d.external_id from doomed d where d.external_id is not null
),
forgotten as (
  update inbound_message m set ${redacted("m")} from entries t
  where m.workspace_id = $1::uuid and m.channel in (${channelNames.map((name) => `'${name}'`).join(", ")}) and m.external_id = t.external_id
),
answers as (delete from first_answer where workspace_id = $1::uuid and chat_id = $2::uuid and seq in (select seq from doomed)),
removed as (
  delete from chat_item where workspace_id = $1::uuid and chat_id = $2::uuid and seq in (select seq from doomed) returning seq
)
select count(*)::int as count from removed`;

const FileRow = z.strictObject({ id: z.uuid(), storageKey: z.string(), isSettled: z.boolean() });

/** `$1` workspace, `$2` chat, `$3` the id to continue after, `$4` how many, `$5` before when a file is surely in the store. */
export const filesStatement = statement({ row: FileRow })`
select id, storage_key as "storageKey", created_at < $5::timestamptz as "isSettled" from attachment
where workspace_id = $1::uuid and chat_id = $2::uuid and id > $3::uuid order by id limit $4::int`;

/** `$1` workspace, `$2` chat. The row goes when nothing of the chat is left. */
export const endChatStatement = statement()`
with unpushed as (delete from push_chat where workspace_id = $1::uuid and chat_id = $2::uuid)
delete from erased_chat e
where e.workspace_id = $1::uuid and e.chat_id = $2::uuid
  and not exists (select from chat_item i where i.workspace_id = e.workspace_id and i.chat_id = e.chat_id)
  and not exists (select from attachment a where a.workspace_id = e.workspace_id and a.chat_id = e.chat_id)`;

/** `$1` workspace, `$2` person, `$3` start time, `$4` how many: events that are with no contact. */
export const removeEventsStatement = removalStatement(`
  select id, contact_id, person_id, occurred_at from event
  where workspace_id = $1::uuid and person_id = $2::uuid and contact_id is null and occurred_at >= coalesce($3::timestamptz, '-infinity')
  order by occurred_at, received_at limit $4::int for update skip locked`);

/** `$1` workspace, `$2` person, `$3` how many: events that are a contact's stay, and no longer say by whom they came. */
export const detachEventsStatement = statement()`
update event set person_id = null where workspace_id = $1::uuid and contact_id is not null and id in (
  select id from event where workspace_id = $1::uuid and person_id = $2::uuid and contact_id is not null limit $3::int for update skip locked
)`;

/** `$1` workspace, `$2` person. */
export const forgetNamesStatement = statement()`update erased_person set former_names = '{}' where workspace_id = $1::uuid and person_id = $2::uuid`;

/** `$1` workspace, `$2` person: their empty row, when nothing points to it and no name has to be searched for. */
export const endPersonStatement = statement()`
with ended as (
  delete from erased_person e
  where e.workspace_id = $1::uuid and e.person_id = $2::uuid and e.former_names = '{}'
    and not exists (select from erased_chat c where c.workspace_id = e.workspace_id and c.person_id = e.person_id)
    and not exists (select from event v where v.workspace_id = e.workspace_id and v.person_id = e.person_id)
  returning e.person_id
)
delete from person p where p.workspace_id = $1::uuid and p.id in (select person_id from ended)`;
