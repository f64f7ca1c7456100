import { z } from "zod";
import { commitsLater } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";

export const TakenRow = z.strictObject({ workspaceId: z.uuid(), waitedMs: z.number() });

/**
 * Gives a turn in the queue `$1` to the workspace that is due longest, which is due last from now on. `$2` workspaces that are left out.
 * It reads no work, and passes over rows that another instance takes in this moment. Which one it is, is looked up once: a subquery would be
 * looked up again for each row of a small table, pass over the row that was just moved, and move the next one, too.
 */
export const takeStatement = statement({ row: TakenRow, scope: "first", writes: true })`
with n as materialized (
  select q.workspace_id, q.due_at from queue_turn q
  where q.queue = $1 and q.due_at <= now() and q.workspace_id <> all($2::uuid[])
  order by q.due_at, q.workspace_id limit 1 for no key update skip locked
)
update queue_turn t set due_at = now() from n
where t.workspace_id = n.workspace_id and t.queue = $1 and ${commitsLater}
returning t.workspace_id as "workspaceId", extract(epoch from now() - n.due_at)::float8 * 1000 as "waitedMs"`;

const HeldRow = z.strictObject({ queue: z.string() });

/**
 * Locks the turn of the workspace `$1` in the queue `$2`, unless a transaction that is not committed yet has written work for it, or another
 * turn ends in this moment. What the next statement sees of the work is all that there is until the lock is given back.
 */
export const lockStatement = statement({ row: HeldRow, writes: true })`
select queue from queue_turn where workspace_id = $1::uuid and queue = $2 and ${commitsLater} for update skip locked`;

/** When the next of what waits in a queue is due; null when nothing is left. */
export const NextRow = z.strictObject({ dueAt: z.date().nullable() });

/** `$1` workspace, `$2` queue: nothing is left. */
export const endStatement = statement()`delete from queue_turn where workspace_id = $1::uuid and queue = $2`;

/** `$1` workspace, `$2` queue, `$3` when it is due. One that is due already keeps its place. */
export const moveStatement = statement()`
update queue_turn set due_at = case when $3::timestamptz <= now() then least(due_at, now()) else $3::timestamptz end
where workspace_id = $1::uuid and queue = $2`;

/**
 * `$1` workspace, `$2` queue: it is due now, if it was not. The lock waits for another turn that ends in this moment: it may have looked before
 * the work was left, and is about to write down that nothing is due for a while.
 */
export const dueStatement = statement()`
with held as materialized (select due_at from queue_turn where workspace_id = $1::uuid and queue = $2 for no key update)
update queue_turn t set due_at = now() from held
where t.workspace_id = $1::uuid and t.queue = $2 and held.due_at > now() and ${commitsLater}`;

/** `$1` queues: whatever waits in them is due now. */
export const allDueStatement = statement({ scope: "all" })`
update queue_turn set due_at = now() where queue = any($1::text[]) and due_at > now()`;

const WaitingRow = z.strictObject({ queue: z.string(), workspaces: z.int(), oldestMs: z.number() });

/** How many workspaces are due in each queue, and for how long the first of them has been. On a distributed database a row for each shard. */
export const waitingStatement = statement({ row: WaitingRow, scope: "all" })`
select queue, count(*)::int as workspaces, extract(epoch from now() - min(due_at))::float8 * 1000 as "oldestMs"
from queue_turn where due_at <= now() group by queue`;

export const CountRow = z.strictObject({ count: z.int() });
