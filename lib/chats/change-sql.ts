import { z } from "zod";
import { openProblemsOf } from "@/lib/context/problems/sql";
import { statement } from "@/lib/platform/db/statement";
import { Status } from "./contract";

type Trace = { id: string; agent: [string, string]; text: string; data: string; at: string; event?: string };

/**
 * Adds a change to the timelines of the rows of `from` (workspace_id, id, last_seq), under their row locks. `data` and `text` are
 * expressions, `id` one for the item's id, `agent` those for the account and the name, `at` one for the time, `event` one for the id of
 * the event that it names. Stored as a note of the system, which the previous version shows by its text.
 */
const traced = (from: string, { id, agent, text, data, at, event = "null::uuid" }: Trace) => `
traced as (
  insert into chat_item (workspace_id, chat_id, seq, id, kind, author, account_id, author_name, text, data, event_id, created_at)
  select workspace_id, id, last_seq, ${id}, 'note', 'system', ${agent.join(", ")}, ${text}, ${data}, ${event}, ${at}::timestamptz from ${from}
)`;

/** `$1` workspace, `$2` chat, `$3` item id, `$4` account or null, `$5` the agent's name or null, `$6` when, `$7` text, `$8` data. */
const given = { id: "$3::uuid", agent: ["$4::uuid", "$5::text"] as [string, string], text: "$7::text", data: "$8::jsonb", at: "$6" };

const ChangeRow = z.strictObject({ seq: z.int() });

/** The values are those of `given`; `$9` the event that the change names, or null. Without a row there is no such chat. */
export const addChangeStatement = statement({ row: ChangeRow, writes: true })`
with changed as (
  update chat set last_seq = last_seq + 1 where workspace_id = $1::uuid and id = $2::uuid returning workspace_id, id, last_seq
),${traced("changed", { ...given, event: "$9::uuid" })}
select last_seq as seq from changed
`;

const StatusRow = z.strictObject({ seq: z.int(), personId: z.uuid(), isChanged: z.boolean(), isRefused: z.boolean() });

/**
 * `$9` the status, `$10` whether an open problem of the person refuses to close the chat. The same status again changes nothing; closing
 * ends a snooze.
 */
export const statusStatement = statement({ row: StatusRow, writes: true })`
with target as (
  select c.last_seq, c.person_id, $10::boolean and $9::text = 'closed' and c.status = 'open'
    and ${openProblemsOf("$1::uuid", "coalesce(p.contact_id, p.id)")} > 0 as is_refused
  from chat c join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
  where c.workspace_id = $1::uuid and c.id = $2::uuid
),
changed as (
  update chat set status = $9::text::chat_status, open_for = case when $9::text = 'open' then person_id end,
    snoozed_until = case when $9::text = 'open' then snoozed_until end, last_seq = last_seq + 1
  where workspace_id = $1::uuid and id = $2::uuid and status <> $9::text::chat_status and not (select is_refused from target)
  returning workspace_id, id, last_seq, person_id
),${traced("changed", given)}
select last_seq as seq, person_id as "personId", true as "isChanged", false as "isRefused" from changed
union all
select last_seq, person_id, false, is_refused from target where not exists (select from changed)
`;

const AssignedRow = z.strictObject({
  personId: z.uuid(),
  /** Seq of the change; null when nothing changed. */
  seq: z.int().nullable(),
  assignee: z.strictObject({ id: z.uuid(), name: z.string() }).nullable(),
});

/**
 * `$1` workspace, `$2` chat, `$3` item id, `$4` and `$5` the agent, `$6` when, `$7` the new assignee or null. The lock on the member
 * makes it wait for a removal in progress. Without `assignee`, `$7` is no member, and nothing changed.
 */
export const assignStatement = statement({ row: AssignedRow, writes: true })`
with target as (
  select m.account_id as id, a.name from member m join account a on a.id = m.account_id
  where m.workspace_id = $1::uuid and m.account_id = $7::uuid for key share of m
),
changed as (
  update chat set assignee_id = $7::uuid, last_seq = last_seq + 1
  where workspace_id = $1::uuid and id = $2::uuid and assignee_id is distinct from $7::uuid
    and ($7::uuid is null or exists (select from target))
  returning workspace_id, id, last_seq
),${traced("changed", {
  ...given,
  text: `coalesce('Assigned the chat to ' || (select name from target) || '.', 'Unassigned the chat.')`,
  data: `jsonb_build_object('change', case when $7::uuid is null then '{"what": "unassigned"}'::jsonb
    else jsonb_build_object('what', 'assigned', 'to', (select name from target), 'isSelf', $7::uuid = $4::uuid) end)`,
})}
select c.person_id as "personId", (select last_seq from changed) as seq,
  (select json_build_object('id', id, 'name', name) from target) as assignee
from chat c where c.workspace_id = $1::uuid and c.id = $2::uuid
`;

const SnoozedRow = z.strictObject({ personId: z.uuid(), status: Status, seq: z.int().nullable() });

/** The values are those of `given`; `$9` until when, or null. Only an open chat can be snoozed; the same time again changes nothing. */
export const snoozeStatement = statement({ row: SnoozedRow, writes: true })`
with changed as (
  update chat set snoozed_until = $9::timestamptz, last_seq = last_seq + 1
  where workspace_id = $1::uuid and id = $2::uuid and status = 'open' and snoozed_until is distinct from $9::timestamptz
  returning workspace_id, id, last_seq
),${traced("changed", given)}
select c.person_id as "personId", c.status::text as status, (select last_seq from changed) as seq
from chat c where c.workspace_id = $1::uuid and c.id = $2::uuid
`;

const WokenRow = z.strictObject({ workspaceId: z.uuid(), chatId: z.uuid(), personId: z.uuid(), seq: z.int() });

/**
 * Ends the snoozes whose time has come, of all workspaces: `$1` now, `$2` how many. A locked chat is left to the next run, or to the
 * instance that locked it, so each snooze ends once. A closed chat, which an instance of the previous version closed, is only cleared.
 */
export const wakeStatement = statement({ row: WokenRow, scope: "all", writes: true })`
with due as (
  select workspace_id, id from chat where snoozed_until <= $1::timestamptz order by snoozed_until limit $2::int for update skip locked
),
cleared as (
  update chat c set snoozed_until = null,
    last_seq = c.last_seq + (case when c.status = 'open' then 1 else 0 end),
    last_item_at = case when c.status = 'open' then greatest(c.last_item_at, $1::timestamptz) else c.last_item_at end
  from due d where c.workspace_id = d.workspace_id and c.id = d.id
  returning c.workspace_id, c.id, c.last_seq, c.person_id, c.status
),
changed as (select * from cleared where status = 'open'),${traced("changed", {
  id: "gen_random_uuid()",
  agent: ["null::uuid", "null::text"],
  text: "'The snooze ended.'",
  data: `'{"change": {"what": "woke"}}'::jsonb`,
  at: "$1",
})}
select workspace_id as "workspaceId", id as "chatId", person_id as "personId", last_seq as seq from changed
`;

/**
 * Gives a chat that begins to the member who was given one longest ago, if the workspace wants that. `$1` workspace, `$2` chat, `$3` when.
 * Chats of a workspace begin one after the other, under its linking lock; the lock on the member makes a removal wait. A member who
 * is being changed or removed is passed over, so that no message of a customer waits for that.
 */
export const inTurnStatement = statement({ row: ChangeRow, writes: true })`
with next as (
  select m.account_id from member m
  where m.workspace_id = $1::uuid and exists (select from workspace s where s.id = $1::uuid and s.assign_new_chats = 'round_robin')
  order by m.last_assigned_at nulls first, m.created_at, m.account_id limit 1 for no key update skip locked
),
given as (
  update member m set last_assigned_at = clock_timestamp() from next n
  where m.workspace_id = $1::uuid and m.account_id = n.account_id returning m.account_id
),
target as (select a.id, a.name from given g join account a on a.id = g.account_id),
changed as (
  update chat c set assignee_id = t.id, last_seq = c.last_seq + 1 from target t
  where c.workspace_id = $1::uuid and c.id = $2::uuid returning c.workspace_id, c.id, c.last_seq
),${traced("changed", {
  id: "gen_random_uuid()",
  agent: ["null::uuid", "null::text"],
  text: `'Assigned the chat to ' || (select name from target) || '.'`,
  data: `jsonb_build_object('change', jsonb_build_object('what', 'assigned', 'to', (select name from target), 'isSelf', false))`,
  at: "$3",
})}
select last_seq as seq from changed
`;
