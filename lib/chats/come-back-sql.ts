import { z } from "zod";
import { plannedAnew } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { CountRow, NextRow } from "@/lib/platform/db/turns/sql";

export const name = "come back";
/** How often the chats of a workspace are looked at. */
const everySeconds = 15;
/** How many chats one look passes at most. */
const maxPassed = 500;
/** Nobody loses a chat for having reloaded a page, or right after it was given to them. */
export const graceMs = 60_000;

const setting = `
setting as materialized (
  select s.come_back as mode, s.come_back_minutes as minutes, s.come_back_since as since from workspace s
  where s.id = $1::uuid and s.come_back <> 'off' and s.deleted_at is null
)`;

/** A column of the newest change or notice of the chat `c` that is one of `what`. */
const newestChange = (c: string, column: string, what: readonly string[]) => `(
      select i.${column} from chat_item i
      where i.workspace_id = ${c}.workspace_id and i.chat_id = ${c}.id and i.kind = 'note' and i.author = 'system'
        and coalesce(i.data->'change'->>'what', i.data->'notice'->>'what') in (${what.map((one) => `'${one}'`).join(", ")})
      order by i.seq desc limit 1
    )`;

/**
 * A row if the customer in the chat `c` waits for its assignee: since when, and behind which seq nobody answered. Nobody waits for a reply that
 * is scheduled. The time begins again when the chat is given to somebody, and when its snooze ends.
 */
const waitingIn = (c: string) => `
  select a.seq as answered, greatest(q.created_at, ${newestChange(c, "created_at", ["assigned", "came_back", "woke"])}, s.since) as since,
    not exists (
      select from member_online o where o.workspace_id = ${c}.workspace_id and o.account_id = ${c}.assignee_id and o.until > $2::timestamptz
    ) as is_offline
  from setting s
  cross join lateral (
    select greatest(0, (
      select w.seq from chat_item w
      where w.workspace_id = ${c}.workspace_id and w.chat_id = ${c}.id and w.kind = 'message' and w.author = 'agent' order by w.seq desc limit 1
    ), ${newestChange(c, "seq", ["closed"])}) as seq
  ) a
  cross join lateral (
    select i.created_at from chat_item i
    where i.workspace_id = ${c}.workspace_id and i.chat_id = ${c}.id and i.kind = 'message' and i.author = 'customer' and i.seq > a.seq
    order by i.seq limit 1
  ) q
  where (${c}.snoozed_until is null or ${c}.snoozed_until <= $2::timestamptz)
    and not exists (select from scheduled_message x where x.workspace_id = ${c}.workspace_id and x.chat_id = ${c}.id and x.failure is null)`;

const hasWaited = (w: string) => `${w}.since <= $2::timestamptz - (select minutes from setting) * interval '1 minute'`;
/** `$3` whether it is known who is offline. */
const isLeft = (w: string) => `$3::boolean and ${w}.is_offline and ${w}.since <= $2::timestamptz - interval '${graceMs} milliseconds'`;
const isDue = (w: string) => `(${hasWaited(w)} or (${isLeft(w)}))`;

const PassedRow = z.strictObject({ accountId: z.uuid(), lastItemAt: z.date(), chatId: z.uuid(), isDue: z.boolean(), isLast: z.boolean() });

/**
 * The chats whose customer waits for too long, from one member to the next. `$1` workspace, `$2` now, `$3` whether it is known who is offline,
 * `$4`, `$5` and `$6` the member, the time and the chat to continue after, `$7` how many.
 */
export const lookStatement = statement({ row: PassedRow })`
with ${setting},
passed as materialized (
  select m.account_id, c.*, row_number() over (order by m.account_id, c.last_item_at, c.id) = ${maxPassed} as is_last
  from member m cross join lateral (
    select c.workspace_id, c.id, c.assignee_id, c.last_item_at, c.snoozed_until from chat c
    where c.workspace_id = m.workspace_id and c.assignee_id = m.account_id and c.status = 'open'
      and (m.account_id > $4::uuid or (c.last_item_at, c.id) > ($5::timestamptz, $6::uuid))
    order by c.last_item_at, c.id limit ${maxPassed}
  ) c
  where m.workspace_id = $1::uuid and m.account_id >= $4::uuid and exists (select from setting)
  order by m.account_id, c.last_item_at, c.id limit ${maxPassed}
)
select p.account_id as "accountId", p.last_item_at as "lastItemAt", p.id as "chatId", p.is_due as "isDue", p.is_last as "isLast"
from (select p.*, exists (select from (${waitingIn("p")}) w where ${isDue("w")}) as is_due from passed p) p
where p.is_due or p.is_last order by p.account_id, p.last_item_at, p.id limit $7::int ${plannedAnew}`;

const CameBackRow = z.strictObject({ seq: z.int(), personId: z.uuid() });

/**
 * Takes a chat from a member whose customer waits for too long, if that is so at this moment: whatever was written in it meanwhile, or done with
 * it, leaves it where it is. `$1` workspace, `$2` now, `$3` whether it is known who is offline, `$4` chat. The next member is online,
 * has waited longest for a chat, and did not have this one before for the same question; else it is nobody's. The item holds who had it.
 */
export const comeBackStatement = statement({ row: CameBackRow, writes: true })`
with ${setting},
waiting as materialized (
  select c.workspace_id, c.id, c.assignee_id, c.last_seq, w.answered, case when ${hasWaited("w")} then 'unanswered' else 'offline' end as why
  from chat c cross join lateral (${waitingIn("c")}) w
  where c.workspace_id = $1::uuid and c.id = $4::uuid and c.status = 'open' and c.assignee_id is not null and ${isDue("w")}
),
-- Locked before the chat, in the order of a removal.
target as materialized (
  select m.account_id as id, a.name from waiting w
  join member m on m.workspace_id = w.workspace_id and m.account_id <> w.assignee_id
  join account a on a.id = m.account_id
  where (select mode from setting) = 'next'
    and exists (select from member_online o where o.workspace_id = $1::uuid and o.account_id = m.account_id and o.until > $2::timestamptz)
    and not exists (
      select from chat_item i
      where i.workspace_id = $1::uuid and i.chat_id = w.id and i.seq > w.answered and i.kind = 'note' and i.author = 'system'
        and i.account_id = m.account_id and i.data->'notice'->>'what' = 'came_back'
    )
  order by m.last_assigned_at nulls first, m.created_at, m.account_id limit 1 for no key update of m skip locked
),
changed as (
  update chat c set assignee_id = (select t.id from target t), last_seq = c.last_seq + 1 from waiting w
  where c.workspace_id = $1::uuid and c.id = w.id and c.last_seq = w.last_seq and c.assignee_id = w.assignee_id and c.status = 'open'
  returning c.workspace_id, c.id, c.last_seq, c.person_id, w.assignee_id as before, w.why
),
served as (
  update member m set last_assigned_at = clock_timestamp() from target t
  where m.workspace_id = $1::uuid and m.account_id = t.id and exists (select from changed)
),
traced as (
  insert into chat_item (workspace_id, chat_id, seq, id, kind, author, account_id, text, data, created_at)
  select c.workspace_id, c.id, c.last_seq, gen_random_uuid(), 'note', 'system', c.before,
    case when exists (select from target) then 'The chat went to the next member.' else 'The chat came back to the queue.' end,
    jsonb_build_object('notice', jsonb_build_object('what', 'came_back', 'why', c.why, 'minutes', (select minutes from setting),
      'from', coalesce((select a.name from account a where a.id = c.before), ''), 'to', (select t.name from target t))), $2::timestamptz
  from changed c
)
select last_seq as seq, person_id as "personId" from changed`;

/** `$1` workspace: it is looked at again, for as long as it wants that. */
export const nextStatement = statement({ row: NextRow })`
select case when exists (select from workspace s where s.id = $1::uuid and s.come_back <> 'off' and s.deleted_at is null)
  then now() + interval '${everySeconds} seconds' end as "dueAt"`;

/** Gives a turn to workspaces that want it and have none. */
export const sweepStatement = statement({ scope: "all" })`
insert into queue_turn (workspace_id, queue, due_at)
select w.id, '${name}', now() from workspace w
where w.come_back <> 'off' and w.deleted_at is null and exists (select from member m where m.workspace_id = w.id)
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = '${name}')
on conflict do nothing`;

/** `$1` workspace: its turn is now. */
export const beginStatement = statement()`
insert into queue_turn as t (workspace_id, queue, due_at) values ($1::uuid, '${name}', now())
on conflict (workspace_id, queue) do update set due_at = least(t.due_at, excluded.due_at)`;

/** `$1` the limit: the workspaces that are looked at. */
export const countStatement = statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (select from queue_turn where queue = '${name}' limit $1::int) waiting`;

/** `$1` a JSON list of members with a tab open, `$2` until when they count; of workspaces that want it. In one order, for two instances. */
export const onlineStatement = statement({ scope: "list" })`
insert into member_online as o (workspace_id, account_id, until)
select n.ws, n.account, $2::timestamptz from jsonb_to_recordset($1::jsonb) as n(ws uuid, account uuid)
join workspace w on w.id = n.ws and w.come_back <> 'off'
order by n.ws, n.account
on conflict (workspace_id, account_id) do update set until = greatest(o.until, excluded.until)`;
