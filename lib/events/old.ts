import { setTimeout as pause } from "node:timers/promises";
import { db } from "@/lib/db";
import { settle } from "@/lib/db/errors";
import { firstIdAt } from "@/lib/ids";
import * as metrics from "@/lib/metrics";
import { poke } from "@/lib/realtime";

const batch = 200;
const pauseMs = 50;
const dayMs = 24 * 60 * 60 * 1000;

type Removed = { count: number; reset: string[]; contacts: string[]; people: string[] };

/**
 * `$1` workspace, `$2` a time, `$3` the first id of that time, `$4` how many at once. Ids grow with time, so the oldest stand
 * first in the primary key. Cards keep their place in the chat and lose their content, as with a deleted contact; a chat
 * loses its mark only where it points at one of these, because a new problem may be arriving.
 */
const removeStatement = `
with doomed as (
  select id, contact_id, person_id from event
  where workspace_id = $1::uuid and id < $3::uuid and received_at < $2::timestamptz
  order by id limit $4::int for update skip locked
),
redacted as (
  update chat_item set data = '{"deleted": true}'
  where workspace_id = $1::uuid and kind = 'card' and event_id in (select id from doomed)
  returning chat_id, seq
),
unmarked as (
  update chat h set problem_seq = coalesce((
    select max(i.seq) from chat_item i
    where i.workspace_id = h.workspace_id and i.chat_id = h.id and i.kind = 'card' and i.data->>'level' = 'problem'
      and i.event_id not in (select id from doomed)
  ), 0)
  from redacted r
  where h.workspace_id = $1::uuid and h.id = r.chat_id and h.problem_seq = r.seq
),
removed as (delete from event where workspace_id = $1::uuid and id in (select id from doomed) returning id)
select (select count(*)::int from removed) as count,
  coalesce((select json_agg(distinct chat_id) from redacted), '[]'::json) as reset,
  coalesce((select json_agg(distinct contact_id) from doomed where contact_id is not null), '[]'::json) as contacts,
  coalesce((select json_agg(distinct person_id) from doomed where person_id is not null), '[]'::json) as people
`;

async function removeSome(workspaceId: string, before: Date): Promise<number> {
  const values = [before, firstIdAt(before), batch];
  const [removed] = await settle(() => db().$queryRawUnsafe<Removed[]>(removeStatement, workspaceId, ...values));
  if (!removed || removed.count === 0) return 0;
  const { count, ...who } = removed;
  metrics.rowsRemoved("events", count);
  poke(workspaceId, who);
  return count;
}

/** Removes events that a workspace keeps no longer, a few at a time, so that nothing else waits for it. */
export async function removeOld(signal: AbortSignal): Promise<void> {
  const workspaces = await db().workspace.findMany({
    where: { eventsKeptDays: { not: null } },
    select: { id: true, eventsKeptDays: true },
  });
  for (const { id, eventsKeptDays } of workspaces) {
    const before = new Date(Date.now() - (eventsKeptDays ?? 0) * dayMs);
    for (let removed = batch; removed === batch && !signal.aborted; ) {
      removed = await removeSome(id, before);
      await pause(pauseMs);
    }
  }
}
