import { z } from "zod";

/** How long a try may take without a sign of life, in milliseconds, before another instance takes the entry over. */
export const leaseMs = 30_000;
const lease = `now() + interval '${leaseMs} milliseconds'`;
const isDue = "(next_try_at is null or next_try_at <= now())";

/** What is left of the id of an entry whose sender was erased: enough to know a repeat by. The ids of WhatsApp contain the phone. */
export const erasedId = (externalId: string): string =>
  `'erased:' || encode(sha256(convert_to($1::text || ' ' || ${externalId}, 'UTF8')), 'hex')`;

/**
 * Stores what is new of a list, in its order. `$1` workspace, `$2` channel, `$3` the entries as JSON. One statement, so a list is
 * stored as a whole.
 */
export const enqueueStatement = `
insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at)
select $1::uuid, $2::channel, e."externalId", e.id, e.sender, e.payload, now()
from jsonb_to_recordset($3::jsonb) as e("externalId" text, id uuid, sender text, payload jsonb)
where not exists (
  select from inbound_message o where o.workspace_id = $1::uuid and o.channel = $2::channel and o.external_id = ${erasedId('e."externalId"')}
)
order by e.id
on conflict (workspace_id, channel, external_id) do nothing`;

/** A sender whose first entry is due. */
export const DueRow = z.strictObject({ workspaceId: z.uuid(), sender: z.string() });

/** `$1` the beginning of the lane's senders, `$2` the limit. An entry waits until the earlier ones of its sender are processed. */
export const dueStatement = `
select workspace_id as "workspaceId", sender from (
  select distinct on (workspace_id, sender) workspace_id, sender, id, next_try_at from inbound_message
  where processed_at is null and starts_with(sender, $1) order by workspace_id, sender, id
) first
where ${isDue} order by id limit $2::int /* all workspaces */`;

export const ClaimedRow = z.strictObject({
  id: z.uuid(),
  channel: z.enum(["whatsapp", "website"]),
  externalId: z.string(),
  payload: z.unknown(),
  receivedAt: z.date(),
  attempt: z.int(),
});
export type ClaimedRow = z.output<typeof ClaimedRow>;

/**
 * `$1` workspace, `$2` sender: takes the sender's first entry for a while, if it is due. Whoever comes second waits for the row,
 * and then finds it taken; so two instances never process one sender at the same time.
 */
export const claimStatement = `
update inbound_message set attempts = attempts + 1, next_try_at = ${lease}
where workspace_id = $1::uuid and sender = $2 and processed_at is null and ${isDue} and id = (
  select id from inbound_message where workspace_id = $1::uuid and sender = $2 and processed_at is null order by id limit 1
)
returning id, channel::text as channel, external_id as "externalId", payload, received_at as "receivedAt", attempts as attempt`;

/** A sign of life of a long try. `$1` workspace, `$2` channel, `$3` the channel's id, as in the following statements. */
export const renewStatement = `
update inbound_message set next_try_at = ${lease}
where workspace_id = $1::uuid and channel = $2::channel and external_id = $3 and processed_at is null`;

export const WaitingRow = z.strictObject({ externalId: z.string() });

/** Whether the entry `$2` of WhatsApp, workspace `$1`, is still to be processed. The lock lets an erasure wait for the transaction. */
export const waitingStatement = `
select external_id as "externalId" from inbound_message
where workspace_id = $1::uuid and channel = 'whatsapp' and external_id = $2 and processed_at is null for share`;

/** `$4` after how many milliseconds it is tried again, `$5` how many tries are not counted. */
export const postponeStatement = `
update inbound_message set next_try_at = now() + $4::int * interval '1 millisecond', attempts = greatest(0, attempts - $5::int)
where workspace_id = $1::uuid and channel = $2::channel and external_id = $3 and processed_at is null`;

/** Ends an entry and stores those that follow from it (`$4`, as JSON) in one step. Its payload is no longer needed. */
export const finishStatement = `
with finished as (
  update inbound_message set processed_at = now(), payload = null, next_try_at = null
  where workspace_id = $1::uuid and channel = $2::channel and external_id = $3 and processed_at is null
  returning external_id
)
insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at)
select $1::uuid, $2::channel, e."externalId", e.id, e.sender, e.payload, now()
from jsonb_to_recordset($4::jsonb) as e("externalId" text, id uuid, sender text, payload jsonb)
-- An entry that was erased meanwhile has no effect.
where exists (select from finished)
on conflict (workspace_id, channel, external_id) do nothing`;

export const EarlierRow = z.strictObject({ externalId: z.string() });

/** `$4` senders: an entry of theirs that was stored before this one and is not processed yet. */
export const earlierStatement = `
select e.external_id as "externalId" from inbound_message own
join inbound_message e on e.workspace_id = own.workspace_id and e.sender = any($4::text[]) and e.id < own.id and e.processed_at is null
where own.workspace_id = $1::uuid and own.channel = $2::channel and own.external_id = $3
limit 1`;

/**
 * Ends an entry that could not be kept in any form. The channel heard that it is stored, and nobody else has it, so its payload
 * stays for the operator until the row is removed.
 */
export const abandonStatement = `
update inbound_message set processed_at = now(), next_try_at = null
where workspace_id = $1::uuid and channel = $2::channel and external_id = $3 and processed_at is null`;

/** At the start of the only process: whatever was being processed was left by one that has ended. */
export const releaseStatement =
  "update inbound_message set next_try_at = null where processed_at is null and next_try_at is not null /* all workspaces */";

/** `$1` the cutoff: workspaces that have entries to remove. */
export const expiredStatement = `
select w.id from workspace w where exists (
  select from inbound_message m where m.workspace_id = w.id and m.received_at < $1::timestamptz and m.processed_at is not null
) /* all workspaces */`;

/** `$1` workspace, `$2` the cutoff, `$3` the limit. */
export const removeStatement = `
delete from inbound_message where workspace_id = $1::uuid and (channel, external_id) in (
  select channel, external_id from inbound_message
  where workspace_id = $1::uuid and received_at < $2::timestamptz and processed_at is not null
  order by received_at limit $3::int for update skip locked
)`;
