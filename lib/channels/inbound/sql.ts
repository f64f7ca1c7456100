import { z } from "zod";
import { channelNames } from "@/lib/chats/shared/channels";
import { IdRow } from "@/lib/platform/db/rows";
import { commitsLater, plannedAnew } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { CountRow, NextRow } from "@/lib/platform/db/turns/sql";

/** How long a try may take without a sign of life, in milliseconds, before another instance takes the entry over. */
export const leaseMs = 30_000;
const lease = `now() + interval '${leaseMs} milliseconds'`;
const isDue = "(next_try_at is null or next_try_at <= now())";

/** What is left of the id of an entry whose sender was erased: enough to know a repeat by. A channel's ids may contain the phone. */
export const erasedId = (externalId: string): string =>
  `'erased:' || encode(sha256(convert_to($1::text || ' ' || ${externalId}, 'UTF8')), 'hex')`;

/**
 * Stores what is new of a list, in its order. `$1` workspace, `$2` channel, `$3` the entries as JSON. One statement, so a list is
 * stored as a whole.
 */
export const enqueueStatement = statement()`
insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at)
select $1::uuid, $2::channel, e."externalId", e.id, e.sender, e.payload, now()
from jsonb_to_recordset($3::jsonb) as e("externalId" text, id uuid, sender text, payload jsonb)
where not exists (
  select from inbound_message o where o.workspace_id = $1::uuid and o.channel = $2::channel and o.external_id = ${erasedId('e."externalId"')}
)
order by e.id
on conflict (workspace_id, channel, external_id) do nothing`;

/**
 * Whether a row that is named by its key still waits, in a form that no index has: the key is then looked up, and never what waits of the
 * workspace.
 */
export const waits = (m: string): string => `num_nulls(${m}.processed_at) = 1`;

/** How many senders one look passes at most: those whose first entry is not due yet are passed over. */
const maxPassed = 500;

/**
 * The first entry of each sender, from one sender to the next: each is one look-up in the index, and what waits behind a first entry is
 * not read. `$1` workspace; `after` and `before` are the senders between which it looks.
 */
const firstEntries = (after: string, before: string): string => `
  (select m.sender, m.id, m.next_try_at, 1 as place from inbound_message m
    where m.workspace_id = $1::uuid and m.processed_at is null and m.sender > ${after} and m.sender < ${before}
    order by m.sender, m.id limit 1)
  union all
  select n.*, f.place + 1 from first f cross join lateral (
    select m.sender, m.id, m.next_try_at from inbound_message m
    where m.workspace_id = $1::uuid and m.processed_at is null and m.sender > f.sender and m.sender < ${before}
    order by m.sender, m.id limit 1
  ) n where f.place < ${maxPassed}`;

const entryShape = {
  channel: z.enum(channelNames),
  externalId: z.string(),
  id: z.uuid(),
  /** The sender. */
  position: z.string(),
  payload: z.unknown(),
  receivedAt: z.date(),
  attempt: z.int(),
};
export const EntryRow = z.strictObject(entryShape);
export type EntryRow = z.output<typeof EntryRow>;

const nothing = z.null();
const notTaken = { channel: nothing, externalId: nothing, id: nothing, payload: nothing, receivedAt: nothing, attempt: nothing };

/** A sender that was passed, with its entry if it was taken. `isLast`: the look went no further, and others may follow. */
export const PassedRow = z.union([
  z.strictObject({ ...entryShape, isLast: z.boolean() }),
  z.strictObject({ ...notTaken, position: z.string(), isLast: z.boolean() }),
]);
export type PassedRow = z.output<typeof PassedRow>;

const entryColumns = `m.channel::text as channel, m.external_id as "externalId", m.id, m.sender as position, m.payload, m.received_at as "receivedAt",
  m.attempts as attempt`;

/**
 * Takes the first entries of senders, if they are due, for a while: `$1` workspace, `$2` the sender to continue after, `$3` the end of the
 * lane's senders, `$4` how many. An entry waits until the earlier ones of its sender are processed. The first of those taken counts as
 * tried. An entry that another instance takes in this moment is passed over; so two never process one sender at the same time.
 */
export const takeStatement = statement({ row: PassedRow, writes: true })`
with recursive first as (${firstEntries("$2::text", "$3::text")}
),
passed as materialized (
  select f.sender, f.id, f.place = ${maxPassed} as is_last from first f
  where ${isDue} or f.place = ${maxPassed} limit $4::int
),
free as materialized (
  select m.ctid as at, p.sender from passed p cross join lateral (
    select m.ctid from inbound_message m
    where m.workspace_id = $1::uuid and m.sender = p.sender and m.id = p.id
      and m.processed_at is null and (m.next_try_at is null or m.next_try_at <= now())
    limit 1 for update skip locked
  ) m
),
taken as (
  update inbound_message m set next_try_at = ${lease},
    attempts = m.attempts + case when f.sender = (select min(sender) from free) then 1 else 0 end
  from free f where m.workspace_id = $1::uuid and m.ctid = f.at and ${commitsLater}
  returning ${entryColumns}
)
select p.sender as position, p.is_last as "isLast", t.channel, t."externalId", t.id, t.payload, t."receivedAt", t.attempt
from passed p left join taken t on t.position = p.sender order by p.sender ${plannedAnew}`;

/**
 * What waits behind the first entries that were taken: `$1` workspace, `$2` senders, `$3` their first entries, `$4` how many of each. In the
 * order of each sender.
 */
export const followersStatement = statement({ row: EntryRow })`
select n.* from unnest($2::text[], $3::uuid[]) as f(sender, id) cross join lateral (
  select ${entryColumns} from inbound_message m
  where m.workspace_id = $1::uuid and m.processed_at is null and m.sender = f.sender and m.id > f.id
  order by m.id limit $4::int
) n order by n.id ${plannedAnew}`;

/** `$1` workspace: when the first entry of a sender between two is due; a row without a time when there is none. */
export const nextStatement = ({ begin, end }: { begin: string; end: string }) => statement({ row: NextRow })`
with recursive first as (${firstEntries(`'${begin}'`, `'${end}'`)}
)
select case when max(f.place) = ${maxPassed} then now() else min(coalesce(f.next_try_at, now())) end as "dueAt" from first f ${plannedAnew}`;

/** Begins a try of an entry that was taken: `$1` workspace, and by the parameters behind it its channel and the channel's id. */
const begun = (channel: string, externalId: string): string => `
update inbound_message m set attempts = m.attempts + 1, next_try_at = ${lease}
where m.workspace_id = $1::uuid and m.channel = ${channel}::channel and m.external_id = ${externalId}::text and ${waits("m")}
  and ${commitsLater}
returning ${entryColumns}`;

/** `$1` workspace, `$2` channel, `$3` the channel's id. No row when it was erased meanwhile. */
export const beginStatement = statement({ row: EntryRow, writes: true })`${begun("$2", "$3")}`;

/** A sign of life of a long try, and of what was taken with it: `$1` workspace, `$2` channels, `$3` the channels' ids. */
export const renewStatement = statement()`
update inbound_message m set next_try_at = ${lease} from unnest($2::text[], $3::text[]) as l(channel, external_id)
where m.workspace_id = $1::uuid and m.channel = l.channel::channel and m.external_id = l.external_id and ${waits("m")}`;

/** Gives back what was taken and not begun: `$1` workspace, `$2` channels, `$3` the channels' ids. */
export const giveBackStatement = statement()`
update inbound_message m set next_try_at = null from unnest($2::text[], $3::text[]) as l(channel, external_id)
where m.workspace_id = $1::uuid and m.channel = l.channel::channel and m.external_id = l.external_id and ${waits("m")}`;

const WaitingRow = z.strictObject({ externalId: z.string() });

/** Whether the entry `$3` of the channel `$2`, workspace `$1`, is still to be processed. The lock lets an erasure wait for the transaction. */
export const waitingStatement = statement({ row: WaitingRow, writes: true })`
select external_id as "externalId" from inbound_message
where workspace_id = $1::uuid and channel = $2::channel and external_id = $3 and ${waits("inbound_message")} for share`;

/** `$1` workspace, `$2` channel, `$3` the channel's id, `$4` after how many milliseconds it is tried again, `$5` how many tries are not counted. */
export const postponeStatement = statement()`
update inbound_message set next_try_at = now() + $4::int * interval '1 millisecond', attempts = greatest(0, attempts - $5::int)
where workspace_id = $1::uuid and channel = $2::channel and external_id = $3 and ${waits("inbound_message")}`;

/**
 * Ends an entry (`$1` workspace, `$2` channel, `$3` the channel's id) and stores those that follow from it (`$4`, as JSON) in one step. Its
 * payload is no longer needed.
 */
const finished = `
with finished as (
  update inbound_message set processed_at = now(), payload = null, next_try_at = null
  where workspace_id = $1::uuid and channel = $2::channel and external_id = $3 and ${waits("inbound_message")} and ${commitsLater}
  returning external_id
),
following as (
  insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at)
  select $1::uuid, $2::channel, e."externalId", e.id, e.sender, e.payload, now()
  from jsonb_to_recordset($4::jsonb) as e("externalId" text, id uuid, sender text, payload jsonb)
  -- An entry that was erased meanwhile has no effect.
  where exists (select from finished)
  on conflict (workspace_id, channel, external_id) do nothing
)`;

/** Only ends it. */
export const finishStatement = statement({ row: WaitingRow, writes: true })`${finished}
select external_id as "externalId" from finished`;

/** The same, and begins the try of another entry that was taken: `$5` its channel, `$6` the channel's id. */
export const finishAndBeginStatement = statement({ row: EntryRow, writes: true })`${finished},
begun as (${begun("$5", "$6")})
select * from begun`;

/** The same, and takes the next entry of the sender `$5`, if it is due. */
export const finishAndGoOnStatement = statement({ row: EntryRow, writes: true })`${finished},
next as (
  select n.channel, n.external_id from inbound_message n
  where n.workspace_id = $1::uuid and n.sender = $5::text and n.processed_at is null and not (n.channel = $2::channel and n.external_id = $3)
  order by n.id limit 1
),
begun as (
  update inbound_message m set attempts = m.attempts + 1, next_try_at = ${lease}
  from next n where m.workspace_id = $1::uuid and m.channel = n.channel and m.external_id = n.external_id
    and ${waits("m")} and (m.next_try_at is null or m.next_try_at <= now())
  returning ${entryColumns}
)
select * from begun`;

const EarlierRow = z.strictObject({ externalId: z.string() });

/** `$4` senders: an entry of theirs that was stored before this one and is not processed yet. */
export const earlierStatement = statement({ row: EarlierRow })`
select e.external_id as "externalId" from inbound_message as own
join inbound_message e on e.workspace_id = own.workspace_id and e.sender = any($4::text[]) and e.id < own.id and e.processed_at is null
where own.workspace_id = $1::uuid and own.channel = $2::channel and own.external_id = $3
limit 1`;

/**
 * Ends an entry that could not be kept in any form: `$1` workspace, `$2` channel, `$3` the channel's id. The channel heard that it is stored, and nobody else has it, so its payload
 * stays for the operator until the row is removed.
 */
export const abandonStatement = statement()`
update inbound_message set processed_at = now(), next_try_at = null
where workspace_id = $1::uuid and channel = $2::channel and external_id = $3 and ${waits("inbound_message")}`;

/** At the start of the only process: whatever was being processed was left by one that has ended. */
export const releaseStatement = statement({ scope: "all" })`
update inbound_message set next_try_at = null where processed_at is null and next_try_at is not null`;

/** `$1` the cutoff: workspaces that have entries to remove. */
export const expiredStatement = statement({ row: IdRow, scope: "all" })`
select w.id from workspace w where exists (
  select from inbound_message m where m.workspace_id = w.id and m.received_at < $1::timestamptz and m.processed_at is not null
)`;

/** `$1` workspace, `$2` the cutoff, `$3` the limit. */
export const removeStatement = statement()`
delete from inbound_message where workspace_id = $1::uuid and (channel, external_id) in (
  select channel, external_id from inbound_message
  where workspace_id = $1::uuid and received_at < $2::timestamptz and processed_at is not null
  order by received_at limit $3::int for update skip locked
)`;

/** `$1` workspace, `$2` the limit: how much of it waits, up to that. */
export const waitingCountStatement = statement({ row: CountRow })`
select count(*)::int as count from (
  select from inbound_message where workspace_id = $1::uuid and processed_at is null limit $2::int
) waiting ${plannedAnew}`;

/** `begin` and `end` are those of the lane's senders, `$1` the limit. */
export const countStatement = ({ begin, end }: { begin: string; end: string }) => statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (
  select from inbound_message where processed_at is null and sender > '${begin}' and sender < '${end}' limit $1::int
) waiting`;

/** Gives a turn in the queue `name` to workspaces that have entries in the lane and no turn. */
export const sweepStatement = ({ name, begin, end }: { name: string; begin: string; end: string }) => statement({ scope: "all" })`
insert into queue_turn (workspace_id, queue, due_at)
select w.id, '${name}', now() from workspace w
where exists (
    select from inbound_message m where m.workspace_id = w.id and m.processed_at is null and m.sender > '${begin}' and m.sender < '${end}'
  )
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = '${name}')
on conflict do nothing`;
