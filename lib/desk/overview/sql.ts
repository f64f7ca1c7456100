import { z } from "zod";
import { stateOf } from "@/lib/actions/calls/sql";
import { Channel } from "@/lib/chats/contract";
import { failures } from "@/lib/chats/shared/outcomes";
import { isOpen } from "@/lib/context/problems/sql";
import { statement } from "@/lib/platform/db/statement";
import { ages } from "./shared/ages";

// The statements share their first values: `$1` workspace, `$2` from, `$3` to, `$4` when the buckets begin, in order, `$5` how many rows
// are read at most, the newest ones. `bucket` counts from 0.

const bucketOf = (time: string) => `width_bucket(${time}, $4::timestamptz[]) - 1`;
/** From when on `part` counts, if it has as many rows as it may have; `max` is the parameter that says how many. */
const since = (max: "$4" | "$5") =>
  `case when (select count(*) from part) >= ${max}::int then (select min(part.at) from part) end as since`;
const sinceShape = { since: z.date().nullable() };

export const ProblemRow = z.strictObject({ bucket: z.int(), rank: z.int(), name: z.string().nullable(), count: z.int(), ...sinceShape });

/** `$6` how many names are counted each by itself. The contact is in the index, and few wait for their removal. */
export const problemsStatement = statement({ row: ProblemRow })`
with part as materialized (
  select e.occurred_at as at, e.event from event e
  where e.workspace_id = $1::uuid and e.level = 'problem' and e.occurred_at >= $2::timestamptz and e.occurred_at < $3::timestamptz
    and (e.contact_id is null or e.contact_id not in (
      select t.id from contact t where t.workspace_id = $1::uuid and t.deleted_at is not null
    ))
  order by e.occurred_at desc limit $5::int
),
counted as (select ${bucketOf("at")} as bucket, event, count(*) as count from part group by 1, 2),
named as (select event, row_number() over (order by sum(count) desc, event) as rank from counted group by event)
select c.bucket, least(n.rank, $6::int + 1)::int as rank, min(c.event) filter (where n.rank <= $6::int) as name, sum(c.count)::int as count, ${since("$5")}
from counted c join named n on n.event = c.event
group by 1, 2 order by 1, 2
`;

const OpenRow = z.strictObject({ age: z.enum(ages), count: z.int() });

/** `$1` workspace, `$2` ages, `$3` and `$4` the times between which their problems began, `$5` how many of each are counted. */
export const openProblemsStatement = statement({ row: OpenRow })`
select a.age, (
  select count(*)::int from (
    select from problem o
    where o.workspace_id = $1::uuid and ${isOpen("o")} and o.first_at > a.after and o.first_at <= a.until limit $5::int
  ) part
) as count
from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as a(age, after, until)
`;

/** The bucket is null for all of them together. */
export const WaitRow = z.strictObject({
  bucket: z.int().nullable(),
  count: z.int(),
  median: z.number().nullable(),
  p90: z.number().nullable(),
  ...sinceShape,
});

export const waitsStatement = statement({ row: WaitRow })`
with part as materialized (
  select a.answered_at as at, extract(epoch from a.answered_at - a.asked_at)::float8 as seconds from first_answer a
  where a.workspace_id = $1::uuid and a.answered_at >= $2::timestamptz and a.answered_at < $3::timestamptz
  order by a.answered_at desc limit $5::int
),
placed as (select ${bucketOf("at")} as bucket, seconds from part)
select bucket, count(*)::int as count, percentile_cont(0.5) within group (order by seconds) as median,
  percentile_cont(0.9) within group (order by seconds) as p90, ${since("$5")}
from placed group by grouping sets ((bucket), ())
`;

const WaitingRow = z.strictObject({ count: z.int(), since: z.date().nullable(), chatId: z.uuid().nullable(), isMore: z.boolean() });

/** `$1` workspace, `$2` now, `$3` how many chats are read at most, the last active ones. */
export const waitingStatement = statement({ row: WaitingRow })`
with listed as materialized (
  select c.workspace_id, c.id, c.last_seq from chat c
  where c.workspace_id = $1::uuid and c.status = 'open' and (c.snoozed_until is null or c.snoozed_until <= $2::timestamptz)
  order by c.last_item_at desc limit $3::int
),
waiting as materialized (
  select l.id, w.since from listed l cross join lateral waiting_since(l.workspace_id, l.id, l.last_seq + 1) as w(since) where w.since is not null
)
select (select count(*)::int from waiting) as count, (select min(waiting.since) from waiting) as since,
  (select waiting.id from waiting order by waiting.since, waiting.id limit 1) as "chatId",
  (select count(*) from listed) >= $3::int as "isMore"
`;

export const AgentRow = z.strictObject({
  accountId: z.uuid().nullable(),
  name: z.string().nullable(),
  channel: Channel,
  count: z.int(),
  ...sinceShape,
});

/** Without buckets: `$4` is how many rows are read at most. A member who was removed has no name: what they are called now is said elsewhere. */
export const agentsStatement = statement({ row: AgentRow })`
with part as materialized (
  select a.answered_at as at, a.account_id, a.channel, a.chat_id from first_answer a
  where a.workspace_id = $1::uuid and a.answered_at >= $2::timestamptz and a.answered_at < $3::timestamptz
  order by a.answered_at desc limit $4::int
),
counted as (select account_id, channel, count(distinct chat_id)::int as count from part group by 1, 2)
select c.account_id as "accountId", k.name, c.channel::text as channel, c.count, ${since("$4")}
from counted c
left join member m on m.workspace_id = $1::uuid and m.account_id = c.account_id
left join account k on k.id = m.account_id
`;

const state = (name: string) => `count(*) filter (where state = '${name}')::int as ${name}`;
const states = ["succeeded", ...failures].map(state).join(", ");

export const ActionRow = z.strictObject({
  action: z.string(),
  label: z.string(),
  count: z.int(),
  succeeded: z.int(),
  refused: z.int(),
  failed: z.int(),
  unknown: z.int(),
  running: z.int(),
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  ...sinceShape,
});

/** Without buckets: `$4` is how many rows are read at most, `$5` how many actions. */
export const actionsStatement = statement({ row: ActionRow })`
with part as materialized (
  select a.started_at as at, a.action, a.label, ${stateOf("a")} as state, a.took_ms from action_call a
  where a.workspace_id = $1::uuid and a.started_at >= $2::timestamptz and a.started_at < $3::timestamptz
  order by a.started_at desc limit $4::int
)
select action, (array_agg(label order by at desc))[1] as label, count(*)::int as count, ${states},
  count(*) filter (where state in ('sending', 'working'))::int as running,
  percentile_cont(0.5) within group (order by took_ms) as p50, percentile_cont(0.95) within group (order by took_ms) as p95,
  ${since("$4")}
from part group by action order by count desc, action limit $5::int
`;

export const UsageRow = z.strictObject({
  bucket: z.int(),
  events: z.int(),
  calls: z.int(),
  refused: z.int(),
  busiest: z.int(),
  busiestRefused: z.int(),
});

/** The rows of a range are bounded by its minutes. */
export const usageStatement = statement({ row: UsageRow })`
with placed as (
  select ${bucketOf("m.minute")} as bucket, m.events, m.allowed, m.refused from api_minute m
  where m.workspace_id = $1::uuid and m.minute >= $2::timestamptz and m.minute < $3::timestamptz
)
select bucket, sum(events)::int as events, sum(allowed + refused)::int as calls, sum(refused)::int as refused,
  (array_agg(allowed + refused order by allowed + refused desc, refused))[1] as busiest,
  (array_agg(refused order by allowed + refused desc, refused))[1] as "busiestRefused"
from placed group by bucket
`;
