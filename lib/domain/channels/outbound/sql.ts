import { z } from "zod";

export const QueuedRow = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  chatId: z.uuid(),
  channel: z.literal("whatsapp"),
  attempts: z.int(),
  payload: z.unknown(),
});

export const ChangedRow = z.strictObject({ workspaceId: z.uuid(), chatId: z.uuid(), id: z.uuid() });

/**
 * Takes the next message that is due, and says so before anything is sent. An earlier message of the chat comes first, also
 * while it waits for another try. `$1` now.
 */
export const takeStatement = `
update outbound_message m set state = 'sending', attempts = m.attempts + 1, updated_at = $1::timestamptz
from (
  select q.workspace_id, q.id from outbound_message q
  join chat_item i on i.workspace_id = q.workspace_id and i.id = q.id
  join integration g on g.workspace_id = q.workspace_id and g.kind::text = q.channel::text
  where q.state = 'queued' and q.next_try_at <= $1::timestamptz and g.paused_reason is null and g.settings -> 'isOn' = 'true'::jsonb
    and not exists (
      select from outbound_message e join chat_item f on f.workspace_id = e.workspace_id and f.id = e.id
      where e.workspace_id = q.workspace_id and e.chat_id = q.chat_id and e.state in ('queued', 'sending') and f.seq < i.seq
    )
  order by q.next_try_at, q.id limit 1
  for update of q skip locked
) n
where m.workspace_id = n.workspace_id and m.id = n.id and m.state = 'queued'
returning m.workspace_id as "workspaceId", m.id, m.chat_id as "chatId", m.channel::text as channel, m.attempts, m.payload /* the first of all workspaces */`;

/** Whether the message is still this attempt's; it also begins the time after which an attempt counts as abandoned again. */
export const confirmStatement = `
update outbound_message set updated_at = $4::timestamptz
where workspace_id = $1::uuid and id = $2::uuid and attempts = $3::int and state = 'sending'`;

/**
 * The channel took the message. A status that came before this answer stays. `$1` workspace, `$2` message, `$3` attempt, `$4` the
 * channel's id, `$5` now.
 */
export const sentStatement = `
update outbound_message set external_id = $4::text, updated_at = $5::timestamptz,
  error_code = case when state = 'failed' then error_code end, reason = case when state = 'failed' then reason end,
  state = case when state in ('queued', 'sending', 'unknown') then 'sent' else state end
where workspace_id = $1::uuid and id = $2::uuid and attempts = $3::int`;

/**
 * Nothing was sent, or it is not known. `$1` workspace, `$2` message, `$3` attempt, `$4` the new state, `$5` the code, `$6` why,
 * `$7` when to try again, `$8` now. An attempt that was taken for abandoned in the meantime counts too.
 */
export const notSentStatement = `
update outbound_message set state = $4::delivery_state, error_code = $5::int, reason = $6::text, next_try_at = $7::timestamptz,
  updated_at = $8::timestamptz
where workspace_id = $1::uuid and id = $2::uuid and attempts = $3::int and state in ('sending', 'unknown')`;

/** The channel wants fewer messages of the workspace `$1`: none before `$2`. */
export const slowDownStatement = `
update outbound_message set next_try_at = greatest(next_try_at, $2::timestamptz) where workspace_id = $1::uuid and state = 'queued'`;

/** Attempts that began before `$1` and never ended: the process was killed. `$2` why, `$3` now. */
export const abandonedStatement = `
update outbound_message set state = 'unknown', reason = $2::text, updated_at = $3::timestamptz
where state = 'sending' and updated_at < $1::timestamptz
returning workspace_id as "workspaceId", chat_id as "chatId", id /* all workspaces */`;

/** Messages that wait for a channel which was disconnected or switched off. `$1` why, `$2` now. */
export const disconnectedStatement = `
update outbound_message m set state = 'failed', reason = $1::text, updated_at = $2::timestamptz
where m.state = 'queued' and not exists (
  select from integration g
  where g.workspace_id = m.workspace_id and g.kind::text = m.channel::text and g.settings -> 'isOn' = 'true'::jsonb
)
returning m.workspace_id as "workspaceId", m.chat_id as "chatId", m.id /* all workspaces */`;

/** From the weakest to the strongest: a state only ever gives way to a stronger one, so the order of statuses does not matter. */
const rank = (state: string) => `array_position('{queued,unknown,sending,sent,failed,delivered,read}'::delivery_state[], ${state})`;

export const StatusRow = z.strictObject({ chatId: z.uuid(), id: z.uuid(), changed: z.boolean() });

/**
 * A status of a message, which is found by the channel's id, or by the attempt that was sent with it as long as the answer with
 * that id is not stored. `$1` workspace, `$2` channel, `$3` the channel's id, `$4` message and `$5` attempt or null, `$6` the
 * state, `$7` the code, `$8` why, `$9` now.
 */
export const statusStatement = `
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

export const SendingRow = z.strictObject({ isSending: z.boolean() });

/** `$1` workspace: whether the channel's answer to one of its messages is not stored yet. */
export const sendingStatement = `select exists (select from outbound_message where workspace_id = $1::uuid and state = 'sending') as "isSending"`;

/** How many tries of a message belong to one wish to send it: the attempts of the next one begin at the next multiple. */
export const triesPerSend = 100;

/**
 * An agent sends a message again. After a failure its earlier statuses do not count any more; of one that may have been sent they
 * do, because they would say that it was. `$1` workspace, `$2` chat, `$3` message, `$4` now.
 */
export const againStatement = `
update outbound_message set
  state = 'queued', external_id = null, error_code = null, reason = null, next_try_at = $4::timestamptz, updated_at = $4::timestamptz,
  attempts = case when state = 'failed' then (attempts / ${triesPerSend} + 1) * ${triesPerSend} else attempts end
where workspace_id = $1::uuid and chat_id = $2::uuid and id = $3::uuid and state in ('failed', 'unknown')`;
