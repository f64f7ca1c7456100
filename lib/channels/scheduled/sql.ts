import { z } from "zod";
import { MessageContent } from "@/lib/chats/contract";
import { maxScheduled } from "@/lib/chats/shared/limits";
import { plannedAnew } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { CountRow, NextRow } from "@/lib/platform/db/turns/sql";
import { Failure } from "./contract";

const ListedRow = z.strictObject({
  id: z.uuid(),
  chatId: z.uuid(),
  authorName: z.string(),
  text: z.string(),
  content: MessageContent.nullable(),
  sendAt: z.date(),
  failure: Failure.nullable(),
});

/** `$1` workspace, `$2` chat: of all chats of its person, which may have ended since. */
export const listStatement = statement({ row: ListedRow })`
select s.id, s.chat_id as "chatId", s.author_name as "authorName", s.text, s.data as content, s.send_at as "sendAt", s.failure
from chat c
join chat h on h.workspace_id = c.workspace_id and h.person_id = c.person_id
join scheduled_message s on s.workspace_id = h.workspace_id and s.chat_id = h.id
where c.workspace_id = $1::uuid and c.id = $2::uuid order by s.send_at, s.id limit 100`;

const AddedRow = z.strictObject({ personId: z.uuid(), isOpen: z.boolean(), isAdded: z.boolean(), isThere: z.boolean() });

/**
 * `$1` workspace, `$2` chat, `$3` id, `$4` account, `$5` its name, `$6` text, `$7` data, `$8` when it is sent, `$9` now. The lock on the chat waits
 * for an erasure, and counts one after the other. Without a row there is no such chat. Only an open chat gets one; a repeated id changes nothing.
 */
export const addStatement = statement({ row: AddedRow, writes: true })`
with target as materialized (
  select c.workspace_id, c.id, c.person_id, c.status from chat c where c.workspace_id = $1::uuid and c.id = $2::uuid for no key update
),
there as (
  select s.id from scheduled_message s where s.workspace_id = $1::uuid and s.id = $3::uuid
  union all select i.id from chat_item i where i.workspace_id = $1::uuid and i.id = $3::uuid
),
added as (
  insert into scheduled_message (workspace_id, id, chat_id, account_id, author_name, text, data, send_at, created_at)
  select t.workspace_id, $3::uuid, t.id, $4::uuid, $5::text, $6::text, $7::jsonb, $8::timestamptz, $9::timestamptz from target t
  where t.status = 'open' and not exists (select from there)
    and (select count(*) from scheduled_message s where s.workspace_id = $1::uuid and s.chat_id = t.id) < ${maxScheduled}
  on conflict (workspace_id, id) do nothing
  returning id
)
select person_id as "personId", status = 'open' as "isOpen", exists (select from added) as "isAdded", exists (select from there) as "isThere"
from target`;

const CancelledRow = z.strictObject({ personId: z.uuid() });

/** `$1` workspace, `$2` chat, `$3` id. Waits for whoever sends it in this moment; without a row there is none any more. */
export const cancelStatement = statement({ row: CancelledRow, writes: true })`
with gone as (
  delete from scheduled_message s where s.workspace_id = $1::uuid and s.chat_id = $2::uuid and s.id = $3::uuid returning s.chat_id
)
select c.person_id as "personId" from gone g join chat c on c.workspace_id = $1::uuid and c.id = g.chat_id`;

const DueRow = z.strictObject({ id: z.uuid() });

/** `$1` workspace, `$2` now, `$3` how many: the earliest first. */
export const dueStatement = statement({ row: DueRow })`
select s.id from scheduled_message s
where s.workspace_id = $1::uuid and s.failure is null and s.send_at <= $2::timestamptz order by s.send_at, s.id limit $3::int ${plannedAnew}`;

const TakenRow = z.strictObject({
  chatId: z.uuid(),
  personId: z.uuid(),
  accountId: z.uuid(),
  authorName: z.string().nullable(),
  text: z.string(),
  content: MessageContent.nullable(),
  isOpen: z.boolean(),
  hasOtherOpen: z.boolean(),
});

/**
 * Takes one that is due, for the transaction that sends it: `$1` workspace, `$2` id, `$3` now. Its author is locked first, so that nothing is sent for
 * somebody who is being removed, then its chat, in the order of all who write. Without a row another instance has it, or it is gone. Nothing
 * is sent for a workspace that is being deleted. `authorName` is null for somebody who left.
 */
export const takeStatement = statement({ row: TakenRow, writes: true })`
with due as materialized (
  select s.id, s.chat_id, s.account_id from scheduled_message s
  where s.workspace_id = $1::uuid and s.id = $2::uuid and s.failure is null and s.send_at <= $3::timestamptz
    and exists (select from workspace w where w.id = $1::uuid and w.deleted_at is null)
),
writer as materialized (
  select m.account_id from due d join member m on m.workspace_id = $1::uuid and m.account_id = d.account_id for key share of m
),
held as materialized (
  select c.id, c.person_id, c.status from due d join chat c on c.workspace_id = $1::uuid and c.id = d.chat_id
  where (select count(*) from writer) >= 0 for no key update of c
),
taken as materialized (
  select s.chat_id, s.account_id, s.text, s.data from scheduled_message s
  where s.workspace_id = $1::uuid and s.id = $2::uuid and s.failure is null and exists (select from held) for update skip locked
)
select t.chat_id as "chatId", h.person_id as "personId", t.account_id as "accountId", t.text, t.data as content, h.status = 'open' as "isOpen",
  (select a.name from writer w join account a on a.id = w.account_id) as "authorName",
  exists (select from chat o where o.workspace_id = $1::uuid and o.open_for = h.person_id and o.id <> h.id) as "hasOtherOpen"
from taken t join held h on h.id = t.chat_id`;

/** `$1` workspace, `$2` id: it was sent, in the same transaction. */
export const sentStatement = statement()`delete from scheduled_message where workspace_id = $1::uuid and id = $2::uuid`;

const FailedRow = z.strictObject({ personId: z.uuid() });

/** `$1` workspace, `$2` id, `$3` why it is not sent. */
export const failStatement = statement({ row: FailedRow, writes: true })`
with failed as (
  update scheduled_message s set failure = $3::text
  where s.workspace_id = $1::uuid and s.id = $2::uuid and s.failure is null returning s.chat_id
)
select c.person_id as "personId" from failed f join chat c on c.workspace_id = $1::uuid and c.id = f.chat_id`;

/** `$1` workspace: when the next one is due; without a time when none waits. A workspace that is being deleted waits for nothing. */
export const nextStatement = statement({ row: NextRow })`
select case when exists (select from workspace w where w.id = $1::uuid and w.deleted_at is null) then (
  select min(s.send_at) from scheduled_message s where s.workspace_id = $1::uuid and s.failure is null
) end as "dueAt" ${plannedAnew}`;

/** Gives a turn to workspaces that have some and no turn. */
export const sweepStatement = statement({ scope: "all" })`
insert into queue_turn (workspace_id, queue, due_at)
select w.id, 'scheduled', now() from workspace w
where w.deleted_at is null and exists (select from scheduled_message s where s.workspace_id = w.id and s.failure is null)
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = 'scheduled')
on conflict do nothing`;

/** `$1` the limit. */
export const countStatement = statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (select from scheduled_message where failure is null and send_at <= now() limit $1::int) waiting`;
