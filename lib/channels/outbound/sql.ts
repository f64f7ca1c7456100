import { z } from "zod";
import { outsideChannels } from "@/lib/chats/shared/channels";
import { lowestId } from "@/lib/kernel/id-bounds";
import { plannedAnew } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { CountRow, NextRow } from "@/lib/platform/db/turns/sql";

/** How many chats one look passes at most: those whose first message is not due yet are passed over. */
const maxPassed = 500;

/** What the partial index of what waits says, in its words. */
const waits = (m: string) => `${m}.state in ('queued', 'sending')`;

/** The channels that send: they are on and not paused. `$1` workspace. */
const sending = `select g.kind::text from integration g where g.workspace_id = $1::uuid and g.paused_reason is null
    and g.settings -> 'isOn' = 'true'::jsonb and g.kind::text in (${outsideChannels.map((name) => `'${name}'`).join(", ")})`;

/**
 * The first message of each chat that is not sent yet, from one chat to the next, of the channels that send: each is one look-up in the
 * index, and what waits behind it is not read. `$1` workspace; `after` is a chat.
 */
const firstMessages = (after: string): string => `
  (select m.chat_id, m.id, m.state, m.next_try_at, m.updated_at, 1 as place from outbound_message m
    where exists (${sending}) and m.workspace_id = $1::uuid and ${waits("m")} and m.channel::text in (${sending}) and m.chat_id > ${after}
    order by m.chat_id, m.seq limit 1)
  union all
  select n.*, f.place + 1 from first f cross join lateral (
    select m.chat_id, m.id, m.state, m.next_try_at, m.updated_at from outbound_message m
    where m.workspace_id = $1::uuid and ${waits("m")} and m.channel::text in (${sending}) and m.chat_id > f.chat_id
    order by m.chat_id, m.seq limit 1
  ) n where f.place < ${maxPassed}`;

const queuedShape = { id: z.uuid(), channel: z.enum(outsideChannels), attempts: z.int(), payload: z.unknown() };
const nothing = z.null();

/** A chat that was passed (`position`), with its message if it was taken. `isLast`: the look went no further, and others may follow. */
export const PassedRow = z.union([
  z.strictObject({ ...queuedShape, position: z.uuid(), isLast: z.boolean() }),
  z.strictObject({ position: z.uuid(), isLast: z.boolean(), id: nothing, channel: nothing, attempts: nothing, payload: nothing }),
]);
export type PassedRow = z.output<typeof PassedRow>;

const ChangedRow = z.strictObject({ workspaceId: z.uuid(), chatId: z.uuid(), id: z.uuid() });

/**
 * Takes the first messages of chats, if they are due, and says so before anything is sent: an earlier message of the chat comes first,
 * also while it waits for another try. `$1` workspace, `$2` the chat to continue after, `$3` now, `$4` how many.
 */
export const takeStatement = statement({ row: PassedRow, writes: true })`
with recursive first as (${firstMessages("$2::uuid")}
),
passed as materialized (
  select f.chat_id, f.id, f.place = ${maxPassed} as is_last from first f
  where (f.state = 'queued' and f.next_try_at <= $3::timestamptz) or f.place = ${maxPassed} limit $4::int
),
free as materialized (
  select m.ctid as at from passed p cross join lateral (
    select m.ctid from outbound_message m
    where m.workspace_id = $1::uuid and m.id = p.id and m.state = 'queued' and m.next_try_at <= $3::timestamptz
    limit 1 for update skip locked
  ) m
),
taken as (
  update outbound_message m set state = 'sending', attempts = m.attempts + 1, updated_at = $3::timestamptz
  from free f where m.workspace_id = $1::uuid and m.ctid = f.at
  returning m.chat_id, m.id, m.channel::text as channel, m.attempts, m.payload
)
select p.chat_id as position, p.is_last as "isLast", t.id, t.channel, t.attempts, t.payload
from passed p left join taken t on t.chat_id = p.chat_id order by p.chat_id ${plannedAnew}`;

/** What is being sent for longer was left by a killed process. */
export const abandonedAfterMs = 30_000;
/** What waits until an admin has looked at the settings is due when they are changed; this is for the case that nobody noticed. */
const pausedFor = "interval '1 minute'";

/** `$1` workspace: when the first message of a chat is due; a row without a time when nothing waits. */
export const nextStatement = statement({ row: NextRow })`
with recursive first as (${firstMessages(`'${lowestId}'`)}
)
select case
  when count(*) = 0 then (select now() + ${pausedFor} from outbound_message m where m.workspace_id = $1::uuid and ${waits("m")} limit 1)
  when max(f.place) = ${maxPassed} then now()
  else min(case when f.state = 'queued' then f.next_try_at else f.updated_at + interval '${abandonedAfterMs} milliseconds' end)
end as "dueAt" from first f ${plannedAnew}`;

/** `$1` the limit. */
export const countStatement = statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (select from outbound_message m where ${waits("m")} limit $1::int) waiting`;

/** Gives a turn to workspaces that have messages to send and no turn. */
export const sweepStatement = statement({ scope: "all" })`
insert into queue_turn (workspace_id, queue, due_at)
select w.id, 'outbound', now() from workspace w
where exists (select from outbound_message m where m.workspace_id = w.id and ${waits("m")})
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = 'outbound')
on conflict do nothing`;

/** Whether the message is still this attempt's; it also begins the time after which an attempt counts as abandoned again. */
export const confirmStatement = statement()`
update outbound_message set updated_at = $4::timestamptz
where workspace_id = $1::uuid and id = $2::uuid and attempts = $3::int and state = 'sending'`;

/**
 * The channel took the message. A status that came before this answer stays. `$1` workspace, `$2` message, `$3` attempt, `$4` the
 * channel's id, `$5` now.
 */
export const sentStatement = statement()`
update outbound_message set external_id = $4::text, updated_at = $5::timestamptz,
  error_code = case when state = 'failed' then error_code end, reason = case when state = 'failed' then reason end,
  state = case when state in ('queued', 'sending', 'unknown') then 'sent' else state end
where workspace_id = $1::uuid and id = $2::uuid and attempts = $3::int`;

/**
 * Nothing was sent, or it is not known. `$1` workspace, `$2` message, `$3` attempt, `$4` the new state, `$5` the code, `$6` why,
 * `$7` when to try again, `$8` now. An attempt that was taken for abandoned in the meantime counts too.
 */
export const notSentStatement = statement()`
update outbound_message set state = $4::delivery_state, error_code = $5::int, reason = $6::text, next_try_at = $7::timestamptz,
  updated_at = $8::timestamptz
where workspace_id = $1::uuid and id = $2::uuid and attempts = $3::int and state in ('sending', 'unknown')`;

/** The channel `$3` wants fewer messages of the workspace `$1`: none before `$2`. */
export const slowDownStatement = statement()`
update outbound_message set next_try_at = greatest(next_try_at, $2::timestamptz)
where workspace_id = $1::uuid and state = 'queued' and channel = $3::channel`;

/** Attempts that began before `$1` and never ended: the process was killed. `$2` why, `$3` now. */
export const abandonedStatement = statement({ row: ChangedRow, scope: "all", writes: true })`
update outbound_message set state = 'unknown', reason = $2::text, updated_at = $3::timestamptz
where state = 'sending' and updated_at < $1::timestamptz
returning workspace_id as "workspaceId", chat_id as "chatId", id`;

/** Messages that wait for a channel which was disconnected or switched off. `$1` why, `$2` now, `$3` the channel. */
export const disconnectedStatement = statement({ row: ChangedRow, scope: "all", writes: true })`
update outbound_message m set state = 'failed', reason = $1::text, updated_at = $2::timestamptz
where m.state = 'queued' and m.channel = $3::channel and not exists (
  select from integration g
  where g.workspace_id = m.workspace_id and g.kind::text = m.channel::text and g.settings -> 'isOn' = 'true'::jsonb
)
returning m.workspace_id as "workspaceId", m.chat_id as "chatId", m.id`;

/** From the weakest to the strongest: a state only ever gives way to a stronger one, so the order of statuses does not matter. */
const rank = (state: string) => `array_position('{queued,unknown,sending,sent,failed,delivered,read}'::delivery_state[], ${state})`;

const StatusRow = z.strictObject({ chatId: z.uuid(), id: z.uuid(), changed: z.boolean() });

/**
 * A status of a message, which is found by the channel's id, or by the attempt that was sent with it as long as the answer with
 * that id is not stored. `$1` workspace, `$2` channel, `$3` the channel's id, `$4` message and `$5` attempt or null, `$6` the
 * state, `$7` the code, `$8` why, `$9` now.
 */
export const statusStatement = statement({ row: StatusRow, writes: true })`
with found as (
  select o.workspace_id, o.id, o.chat_id from outbound_message o
  where o.workspace_id = $1::uuid and o.channel = $2::channel
    and (o.external_id = $3::text or (o.external_id is null and o.id = $4::uuid and o.attempts = $5::int))
),
changed as (
  update outbound_message m set state = $6::delivery_state, external_id = coalesce(m.external_id, $3::text), error_code = $7::int,
    reason = $8::text, updated_at = $9::timestamptz
  from found f
  where m.workspace_id = $1::uuid and m.workspace_id = f.workspace_id and m.id = f.id
    and ${rank("m.state")} < ${rank("$6::delivery_state")}
  returning m.id
)
select f.chat_id as "chatId", f.id, exists (select from changed) as changed from found f`;

const SendingRow = z.strictObject({ isSending: z.boolean() });

/** `$1` workspace: whether the channel's answer to one of its messages is not stored yet. */
export const sendingStatement = statement({ row: SendingRow })`
select exists (select from outbound_message where workspace_id = $1::uuid and state = 'sending') as "isSending"`;

/** How many tries of a message belong to one wish to send it: the attempts of the next one begin at the next multiple. */
export const triesPerSend = 100;

/**
 * An agent sends a message again. After a failure its earlier statuses do not count any more; of one that may have been sent they
 * do, because they would say that it was. `$1` workspace, `$2` chat, `$3` message, `$4` now.
 */
export const againStatement = statement()`
update outbound_message set
  state = 'queued', external_id = null, error_code = null, reason = null, next_try_at = $4::timestamptz, updated_at = $4::timestamptz,
  attempts = case when state = 'failed' then (attempts / ${triesPerSend} + 1) * ${triesPerSend} else attempts end
where workspace_id = $1::uuid and chat_id = $2::uuid and id = $3::uuid and state in ('failed', 'unknown')`;
