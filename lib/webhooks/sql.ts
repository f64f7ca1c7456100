import { z } from "zod";
import { highestId } from "@/lib/kernel/id-bounds";
import { commitsLater, limitOf, plannedAnew, wireTime } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { CountRow, NextRow } from "@/lib/platform/db/turns/sql";
import { deliveryStates } from "./shared/types";

/** How long events are listed, sent again, and in the log. */
export const keptDays = 30;
/** How many requests to one endpoint are under way, and after how many failures in a row there is one at a time, with rests between them. */
const maxInFlight = 10;
const failuresToRest = 5;
/** How long an endpoint rests after these failures, and after each further one. */
const restSeconds = [5, 15, 30, 60, 300];
/** Longer than an attempt lasts: after that it is taken for abandoned, and made again. */
const lease = "interval '60 seconds'";
/** No lease ends later, also one that began by the clock of another instance. What is due later was tried before, and may be very much. */
const maxLease = "interval '65 seconds'";

/** What the partial index of what waits says, in its words. */
const waits = (d: string) => `${d}.state = any (array['waiting'::text, 'sending'::text])`;
/**
 * In words that fit no index but that of the event: by those of an endpoint the planner would read all that waits for it, or that it ever got,
 * to find one.
 */
const isSendingTo = (d: string, endpoint: string) => `(${d}.endpoint_id = ${endpoint} and ${d}.state = 'sending') is true`;
const isCalled = (e: string) => `${e}.url is not null and ${e}.disabled_at is null`;

/** The first delivery of the endpoint `e` that is due or will be, new ones before those that were tried. */
const firstDue = (isRetry: boolean, state?: "waiting") => `(
    select d.due_at from webhook_delivery d
    where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and ${waits("d")} and d.is_retry = ${isRetry}
      ${state ? `and d.state = '${state}'` : ""}
    order by d.due_at limit 1
  )`;

/** `$1` workspace: when the next delivery is due; a row without a time when none waits. */
export const nextStatement = statement({ row: NextRow })`
select min(greatest(least(${firstDue(false)}, ${firstDue(true)}), e.paused_until)) as "dueAt"
from webhook_endpoint e
where e.workspace_id = $1::uuid and ${isCalled("e")} and exists (
  select from webhook_delivery d where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and ${waits("d")}
) ${plannedAnew}`;

/** `$1` the limit. */
export const countStatement = statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (
  select from webhook_delivery d join webhook_endpoint e on e.workspace_id = d.workspace_id and e.id = d.endpoint_id
  where ${waits("d")} and ${isCalled("e")} limit $1::int
) waiting`;

/** Gives a turn to workspaces that have webhooks to send and no turn. */
export const sweepStatement = statement({ scope: "all" })`
insert into queue_turn (workspace_id, queue, due_at)
select w.id, 'webhooks', now() from workspace w
where exists (
    select from webhook_endpoint e where e.workspace_id = w.id and ${isCalled("e")} and exists (
      select from webhook_delivery d where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and ${waits("d")}
    )
  )
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = 'webhooks')
on conflict do nothing`;

const ReadyRow = z.strictObject({ id: z.uuid() });

/** `$1` workspace, `$2` now: the endpoints that may be called, locked, so that no other instance counts what is under way meanwhile. */
export const readyStatement = statement({ row: ReadyRow, writes: true })`
select e.id from webhook_endpoint e
where e.workspace_id = $1::uuid and ${isCalled("e")} and (e.paused_until is null or e.paused_until <= $2::timestamptz)
order by e.id for no key update skip locked`;

export const TakenRow = z.strictObject({
  eventId: z.uuid(),
  endpointId: z.uuid(),
  attempts: z.int(),
});

/** How many requests to the endpoint `e` are under way at `$2`, first attempts or others: two short parts of the index of what waits. */
const underWay = (isRetry: boolean) => `(
    select count(*) from webhook_delivery b
    where b.workspace_id = e.workspace_id and b.endpoint_id = e.id and ${waits("b")} and b.is_retry = ${isRetry}
      and b.due_at > $2::timestamptz and b.due_at <= $2::timestamptz + ${maxLease} and b.state = 'sending'
  )`;

/**
 * Takes deliveries that are due, of each endpoint as many as it can take. What was taken and not finished is due again by itself, also when a
 * crash of the database undoes this. `$1` workspace, `$2` now, `$3` endpoints, which are locked, `$4` the limit.
 */
export const takeStatement = statement({ row: TakenRow, writes: true })`
with due as materialized (
  select d.at_row, d.event_id, d.endpoint_id from webhook_endpoint e
  cross join lateral (select ${underWay(false)} + ${underWay(true)} as count) busy
  cross join lateral (
    select d.ctid as at_row, d.event_id, d.endpoint_id from webhook_delivery d
    where d.workspace_id = e.workspace_id and d.endpoint_id = e.id and ${waits("d")} and d.due_at <= $2::timestamptz
    order by d.is_retry, d.due_at
    limit greatest(0, case when e.failures >= ${failuresToRest} then 1 else ${maxInFlight} end - busy.count) for update skip locked
  ) d
  where e.workspace_id = $1::uuid and e.id = any($3::uuid[])
  limit ${limitOf("$4")}
)
update webhook_delivery d set state = 'sending', attempts = d.attempts + 1, due_at = $2::timestamptz + ${lease}
from due where d.workspace_id = $1::uuid and d.ctid = due.at_row and ${commitsLater}
returning d.event_id as "eventId", d.endpoint_id as "endpointId", d.attempts ${plannedAnew}`;

/** At the start of the only process: what was under way is due again. */
export const abandonedStatement = statement({ scope: "all" })`
update webhook_delivery d set due_at = now(), state = 'waiting' where ${waits("d")} and d.state = 'sending'`;

/**
 * What an event says: without what somebody wrote who is gone, or what was known of them. Of a chat that stays with its customer's contact
 * deleted, the userId goes, and of a call what the agent wrote, as it does of the call itself. An instance of a version without webhooks
 * removes a contact's row without emptying these: without a row it is gone, too. The limit keeps each look-up by itself: otherwise the planner
 * might read all contacts for a page.
 */
const isContactGone = `(v.contact_id is not null and (
  select true from contact k where k.workspace_id = v.workspace_id and k.id = v.contact_id and k.deleted_at is null limit 1
) is null)`;
const isPersonGone = "exists (select from erased_person x where x.workspace_id = v.workspace_id and x.person_id = v.person_id)";
const nothing = `jsonb_build_object('erased', true, 'sequence', v.data -> 'sequence')`;
const isErased = `(${isPersonGone} or (v.chat_id is null and ${isContactGone}))`;
const isOfCall = "v.type like 'action.%'";
const shown = `case
  when ${isErased} then ${nothing}
  when ${isContactGone} then v.data - 'userId' else v.data
end`;
const shownContent = `case when ${isErased} or (${isOfCall} and ${isContactGone}) then null else v.content end`;
/** Whether an answer may say something of somebody who is gone, also when it comes after the event was emptied: then its userId is missing. */
const isReplyGone = `(
  ${isPersonGone} or ${isContactGone} or v.data ? 'erased' or (v.chat_id is not null and not v.data ? 'userId')
)`;
/** The answer `reply` as it is stored. Looked up one by one, because the planner would read all events for a list. */
const storedReply = (reply: string, workspace: string, event: string) => `case when ${reply} <> '' then (
    select case when not ${isReplyGone} then ${reply} end from webhook_event v where v.workspace_id = ${workspace} and v.id = ${event} limit 1
  ) else ${reply} end`;

const eventShape = {
  id: z.uuid(),
  type: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
  content: z.record(z.string(), z.unknown()).nullable(),
  chatId: z.uuid().nullable(),
  slug: z.string(),
};
const eventColumns = `v.id, v.type, ${wireTime("v.at")} as timestamp, ${shown} as data, ${shownContent} as content, v.chat_id as "chatId", w.slug`;

export const EventRow = z.strictObject(eventShape);
export const ToSendRow = z.strictObject({
  ...eventShape,
  url: z.string().nullable(),
  withContent: z.boolean(),
  endpointId: z.uuid(),
  encrypted: z.string(),
  encryptedBefore: z.string().nullable(),
  beforeEndsAt: z.date().nullable(),
});

/** `$1` workspace, `$2` events, `$3` the endpoint of each. */
export const toSendStatement = statement({ row: ToSendRow })`
select ${eventColumns}, e.url, e.content as "withContent", e.id as "endpointId", e.sealed as encrypted,
  e.sealed_before as "encryptedBefore", e.before_ends_at as "beforeEndsAt"
from unnest($2::uuid[], $3::uuid[]) as asked(event_id, endpoint_id)
join webhook_event v on v.workspace_id = $1::uuid and v.id = asked.event_id
join webhook_endpoint e on e.workspace_id = $1::uuid and e.id = asked.endpoint_id
join workspace w on w.id = $1::uuid`;

/** After how long an endpoint that never answered is off, and how many events must have failed. */
const offAfter = "interval '5 days'";
const minFailedEvents = 10;

const OffRow = z.strictObject({ description: z.string(), reason: z.string().nullable(), failingSince: z.date().nullable() });

/** Whether a success at `at` changes what is known of the endpoint `e`; the time itself, once a minute. */
const isHealthOld = (e: string, at: string) =>
  `(${e}.failures > 0 or ${e}.failing_since is not null or ${e}.last_success_at is null or ${e}.last_success_at < ${at} - interval '1 minute')`;

/**
 * What became of an attempt: its line in the log, what follows, and the endpoint's health, of which a replay says nothing, nor an address that
 * was changed meanwhile. `$1` workspace, `$2` event, `$3` endpoint, `$4` the attempt's number, `$5` the state of the delivery, `$6` when it is
 * due, `$7` now, `$8` id of the attempt, `$9` address, `$10` how long it took, `$11` status, `$12` why it failed, `$13` the reply, `$14` why the
 * endpoint is off now, or null. Returns the endpoint when its health changed: with the reason when this switched it off.
 */
export const finishStatement = statement({ row: OffRow, writes: true })`
with logged as (
  insert into webhook_attempt (workspace_id, id, event_id, endpoint_id, at, url, took_ms, status, reason, reply_body, is_delivered)
  select $1::uuid, $8::uuid, $2::uuid, $3::uuid, $7::timestamptz, $9::text, $10::int, $11::int, $12::text,
    ${storedReply("$13::text", "$1::uuid", "$2::uuid")}, $5::text = 'delivered'
),
done as (
  update webhook_delivery d set state = $5::text, due_at = $6::timestamptz, is_retry = true
  where d.workspace_id = $1::uuid and d.event_id = $2::uuid and d.attempts = $4::int and ${isSendingTo("d", "$3::uuid")}
  returning d.is_replay
)
update webhook_endpoint e set
  last_success_at = case when $5::text = 'delivered' then $7::timestamptz else e.last_success_at end,
  failing_since = case when $5::text <> 'delivered' then coalesce(e.failing_since, $7::timestamptz) end,
  failed_events = case when $5::text <> 'delivered' then e.failed_events + ($4::int = 1)::int else 0 end,
  failures = case when $5::text = 'delivered' then 0 when e.paused_until > $7::timestamptz then e.failures else e.failures + 1 end,
  paused_until = case
    when $5::text = 'delivered' then null
    when e.paused_until > $7::timestamptz or e.failures + 1 < ${failuresToRest} then e.paused_until
    else $7::timestamptz + make_interval(secs => (array[${restSeconds.join(", ")}])[least(${restSeconds.length}, e.failures + 2 - ${failuresToRest})])
  end,
  disabled_at = case when $14::text is not null or (
    $5::text <> 'delivered' and e.failing_since <= $7::timestamptz - ${offAfter} and e.failed_events + ($4::int = 1)::int >= ${minFailedEvents}
  ) then $7::timestamptz end,
  disabled_reason = coalesce($14::text, case when
    $5::text <> 'delivered' and e.failing_since <= $7::timestamptz - ${offAfter} and e.failed_events + ($4::int = 1)::int >= ${minFailedEvents}
  then 'failing' end)
where e.workspace_id = $1::uuid and e.id = $3::uuid and e.disabled_at is null and e.url = $9::text
  and ($14::text is not null or exists (select from done where not is_replay))
  and ($5::text <> 'delivered' or ${isHealthOld("e", "$7::timestamptz")})
returning e.description, e.disabled_reason as reason, e.failing_since as "failingSince"`;

const DoneRow = z.strictObject({ i: z.int(), endsRest: z.boolean() });

/**
 * What became of attempts that were delivered, of all workspaces: the same as `finishStatement`, and whether one ended the rest of its endpoint. `$1` a JSON array of `Delivered`, `$2` how
 * many ms it waits for a locked row. A crash may undo it: then they are sent again. Deliveries and endpoints are looked up one by one:
 * joined, the planner would read whole tables for the list.
 */
export const deliveredStatement = statement({ row: DoneRow, scope: "list", writes: true })`
with input as materialized (
  select o::int as i, (e->>'workspaceId')::uuid as ws, (e->>'eventId')::uuid as event_id, (e->>'endpointId')::uuid as endpoint_id,
    (e->>'attempt')::int as attempt, (e->>'id')::uuid as id, (e->>'at')::timestamptz as at, e->>'url' as url,
    (e->>'tookMs')::int as took_ms, (e->>'status')::int as status, e->>'reply' as reply
  from (select set_config('lock_timeout', $2::text, true), set_config('synchronous_commit', 'off', true)) settings,
    jsonb_array_elements($1::jsonb) with ordinality as t(e, o)
),
logged as (
  insert into webhook_attempt (workspace_id, id, event_id, endpoint_id, at, url, took_ms, status, reply_body, is_delivered)
  select ws, id, event_id, endpoint_id, at, url, took_ms, status, ${storedReply("i.reply", "i.ws", "i.event_id")}, true from input i
),
found as materialized (
  select i.ws, i.endpoint_id, i.at, i.url, d.* from (select * from input order by ws, event_id, endpoint_id) i
  cross join lateral (
    select d.ctid as at_row, d.is_replay from webhook_delivery d
    where d.workspace_id = i.ws and d.event_id = i.event_id and d.attempts = i.attempt and ${isSendingTo("d", "i.endpoint_id")} limit 1 for no key update
  ) d
),
done as (
  update webhook_delivery d set state = 'delivered', due_at = now(), is_retry = true
  where d.workspace_id = any(array(select ws from found)) and d.ctid = any(array(select at_row from found))
),
healthy as materialized (
  select h.ws, h.at, h.endpoint_id, e.at_row, e.was_resting
  from (select ws, endpoint_id, url, max(at) as at from found where not is_replay group by 1, 2, 3 order by 1, 2, 3) h
  cross join lateral (
    select e.ctid as at_row, e.paused_until is not null as was_resting from webhook_endpoint e
    where e.workspace_id = h.ws and e.id = h.endpoint_id and e.url = h.url and e.disabled_at is null and ${isHealthOld("e", "h.at")}
    limit 1 for no key update
  ) e
),
healed as (
  update webhook_endpoint e set last_success_at = h.at, failing_since = null, failed_events = 0, failures = 0, paused_until = null
  from healthy h where e.workspace_id = h.ws and e.ctid = h.at_row
)
select i.i, exists (select from healthy h where h.ws = i.ws and h.endpoint_id = i.endpoint_id and h.was_resting) as "endsRest"
from input i ${plannedAnew}`;

const NextAttemptRow = z.strictObject({ id: z.uuid(), at: z.date().nullable() });

/** `$1` workspace: when each endpoint that fails is called next; null when nothing waits for it. What is under way is an attempt, not the next one. */
export const nextAttemptStatement = statement({ row: NextAttemptRow })`
select e.id, case when w.due_at is not null then greatest(w.due_at, e.paused_until, now()) end as at
from webhook_endpoint e
cross join lateral (select least(${firstDue(false, "waiting")}, ${firstDue(true, "waiting")}) as due_at) w
where e.workspace_id = $1::uuid and ${isCalled("e")} and e.failing_since is not null ${plannedAnew}`;

const MadeRow = z.strictObject({ id: z.uuid() });

/** What somebody sends by hand shows at once whether the endpoint works again: it is not left alone until later, and its failures stay. */
const resumedAfter = (sent: string) => `resumed as (
  update webhook_endpoint e set paused_until = null
  where e.workspace_id = $1::uuid and e.id = $2::uuid and e.paused_until is not null and exists (select from ${sent})
)`;

/**
 * A test: an event for one endpoint. It goes before all that waits for it, of which an endpoint that failed gets one at a time. `$1` workspace,
 * `$2` endpoint, `$3` id of the event. No row for one that is off.
 */
export const pingStatement = statement({ row: MadeRow, writes: true })`
with added as (
  insert into webhook_event (workspace_id, id, type, at, data)
  select e.workspace_id, $3::uuid, 'ping', clock_timestamp(), jsonb_build_object('endpointId', e.id)
  from webhook_endpoint e where e.workspace_id = $1::uuid and e.id = $2::uuid and ${isCalled("e")}
  returning id, at
),
${resumedAfter("added")}
insert into webhook_delivery (workspace_id, event_id, endpoint_id, type, state, at, due_at)
select $1::uuid, a.id, $2::uuid, 'ping', 'waiting', a.at, a.at - interval '${keptDays} days' from added a returning event_id as id`;

const ReplayedRow = z.strictObject({ id: z.uuid(), at: z.string() });
const again = "set state = 'waiting', attempts = 0, is_replay = true";

/**
 * Replays a time, the oldest first. `$1` workspace, `$2` endpoint, `$3` from, `$4` to, `$5` whether also what was delivered, `$6` the limit.
 */
export const replayStatement = statement({ row: ReplayedRow, writes: true })`
with found as materialized (
  select d.event_id from webhook_delivery d
  where d.workspace_id = $1::uuid and d.endpoint_id = $2::uuid and d.at >= $3::timestamptz and d.at < $4::timestamptz
    and (d.state in ('failed', 'skipped') or ($5::boolean and d.state = 'delivered'))
  order by d.at, d.event_id limit ${limitOf("$6")} for update skip locked
)
update webhook_delivery d ${again}, is_retry = true, due_at = now() from found f
where d.workspace_id = $1::uuid and d.event_id = f.event_id and d.endpoint_id = $2::uuid
returning d.event_id as id, ${wireTime("d.at")} as at ${plannedAnew}`;

/** Replays those that are named, before all that waits for the endpoint. `$1` workspace, `$2` endpoint, `$3` events. */
export const replayOnesStatement = statement({ row: ReplayedRow, writes: true })`
with named as (
  update webhook_delivery d ${again}, is_retry = false, due_at = now() - interval '${keptDays} days'
  where d.workspace_id = $1::uuid and d.endpoint_id = $2::uuid and d.event_id = any($3::uuid[]) and d.state in ('failed', 'skipped', 'delivered')
  returning d.event_id as id, d.at
),
${resumedAfter("named")}
select n.id, ${wireTime("n.at")} as at from named n`;

/** Something that was sent before is due at `$2` in the workspace `$1`: a trigger gives turns only for what is new. */
export const dueStatement = statement()`
insert into queue_turn (workspace_id, queue, due_at) values ($1::uuid, 'webhooks', $2::timestamptz)
on conflict (workspace_id, queue) do update set due_at = least(queue_turn.due_at, excluded.due_at)`;

const IsWaitingRow = z.strictObject({ isWaiting: z.boolean() });

/** `$1` workspace: whether there are events without a place in the list. */
export const unnumberedStatement = statement({ row: IsWaitingRow })`
select exists (select from webhook_event where workspace_id = $1::uuid and position is null) as "isWaiting"`;

/**
 * Gives events a place in the list, once they are committed: one that is committed later than another that began after it is not passed over.
 * `$1` workspace, `$2` the limit. Needs a lock by workspace.
 */
export const numberStatement = statement()`
with found as materialized (
  select v.id, row_number() over (order by v.at, v.id) as nth from (
    select id, at from webhook_event where workspace_id = $1::uuid and position is null order by at, id limit ${limitOf("$2")}
  ) v
)
update webhook_event v set position = f.nth + coalesce((
  select w.position from webhook_event w where w.workspace_id = $1::uuid and w.position is not null order by w.position desc limit 1
), 0)
from found f where v.workspace_id = $1::uuid and v.id = f.id ${plannedAnew}`;

/** `$1` workspace, `$2` the event that it begins after, or null, `$3` the limit. */
export const eventsStatement = statement({ row: EventRow })`
select ${eventColumns} from webhook_event v join workspace w on w.id = v.workspace_id
where v.workspace_id = $1::uuid and v.position > coalesce((
  select a.position from webhook_event a where a.workspace_id = $1::uuid and a.id = $2::uuid
), case when $2::uuid is null then 0 end)
order by v.position limit $3::int`;

const KnownRow = z.strictObject({ isNumbered: z.boolean() });

/** `$1` workspace, `$2` event: whether it has a place in the list. No row for one that is not known. */
export const knownStatement = statement({ row: KnownRow })`
select position is not null as "isNumbered" from webhook_event where workspace_id = $1::uuid and id = $2::uuid`;

/** `$1` workspace, `$2` before, `$3` the limit: events of long ago, with all that belongs to them. */
export const removeOldStatement = statement({ row: CountRow, writes: true })`
with old as materialized (
  select id from webhook_event where workspace_id = $1::uuid and at < $2::timestamptz order by at, id limit ${limitOf("$3")}
),
attempts as (
  delete from webhook_attempt a using old where a.workspace_id = $1::uuid and a.event_id = old.id
),
deliveries as (
  delete from webhook_delivery d using old where d.workspace_id = $1::uuid and d.event_id = old.id
),
events as (
  delete from webhook_event v using old where v.workspace_id = $1::uuid and v.id = old.id returning v.id
)
select count(*)::int as count from events ${plannedAnew}`;

/** `$1` before: the workspaces with events of long ago. */
export const expiredStatement = statement({ row: ReadyRow, scope: "all" })`
select w.id from workspace w where exists (select from webhook_event v where v.workspace_id = w.id and v.at < $1::timestamptz)`;

/**
 * Empties events that concern somebody who is gone, and what endpoints answered to them. `$1` workspace, `$2` contacts, `$3` person or null,
 * `$4` the limit.
 */
export const emptyStatement = statement({ row: CountRow, writes: true })`
with theirs as materialized (
  select v.id from webhook_event v where v.workspace_id = $1::uuid and (v.contact_id = any($2::uuid[]) or v.person_id = $3::uuid)
  limit ${limitOf("$4")}
),
replies as (
  update webhook_attempt a set reply_body = null from theirs t where a.workspace_id = $1::uuid and a.event_id = t.id
),
emptied as (
  update webhook_event v set
    data = case when v.chat_id is not null and $3::uuid is null then v.data - 'userId' else ${nothing} end,
    content = case when v.chat_id is not null and $3::uuid is null and not ${isOfCall} then v.content end,
    contact_id = case when $3::uuid is null then null else v.contact_id end,
    person_id = case when $3::uuid is null then v.person_id end
  from theirs t where v.workspace_id = $1::uuid and v.id = t.id
  returning v.id
)
select count(*)::int as count from emptied ${plannedAnew}`;

const DeliveryRow = z.strictObject({
  eventId: z.uuid(),
  type: z.string(),
  at: z.date(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
});

const deliveryColumns = `d.event_id as "eventId", d.type, d.at, d.state, d.attempts`;
/** A page of the deliveries to an endpoint that are as `isAsked` says. */
const deliveriesPage = (columns: string, isAsked = "") => `
select ${columns} from webhook_delivery d
where d.workspace_id = $1::uuid and d.endpoint_id = $2::uuid ${isAsked}
  and (d.at, d.event_id) < (coalesce($3::timestamptz, 'infinity'), coalesce($4::uuid, '${highestId}'))
order by d.at desc, d.event_id desc limit $5::int`;

/** The log of an endpoint, newest first. `$1` workspace, `$2` endpoint, `$3` and `$4` the last row's time and event, or null, `$5` the limit. */
export const deliveriesStatement = statement({ row: DeliveryRow })`${deliveriesPage(deliveryColumns)}`;

/** The same of the types `$6` in the states `$7`: a look-up in the index for each type with each state, however many others there are. */
export const filteredDeliveriesStatement = statement({ row: DeliveryRow })`
select ${deliveryColumns} from unnest($6::text[]) as asked(type) cross join unnest($7::text[]) as in_state(state)
cross join lateral (${deliveriesPage("d.event_id, d.type, d.at, d.state, d.attempts", "and d.type = asked.type and d.state = in_state.state")}) d
order by d.at desc, d.event_id desc limit $5::int`;

const AttemptRow = z.strictObject({
  id: z.uuid(),
  at: z.date(),
  url: z.string(),
  tookMs: z.int(),
  status: z.int().nullable(),
  reason: z.string().nullable(),
  replyBody: z.string().nullable(),
});

/** `$1` workspace, `$2` event, `$3` endpoint: its attempts, the oldest first. An answer about somebody who is gone is not shown. */
export const attemptsStatement = statement({ row: AttemptRow })`
select a.id, a.at, a.url, a.took_ms as "tookMs", a.status, a.reason, case when not ${isReplyGone} then a.reply_body end as "replyBody"
from webhook_attempt a join webhook_event v on v.workspace_id = a.workspace_id and v.id = a.event_id
where a.workspace_id = $1::uuid and a.event_id = $2::uuid and a.endpoint_id = $3::uuid order by a.at, a.id limit 100`;
