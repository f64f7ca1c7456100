import { z } from "zod";
import { db } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import type { Queue } from "@/lib/platform/db/turns";
import { inSteps } from "@/lib/platform/db/turns/in-steps";
import { statementsOf } from "@/lib/platform/db/turns/of-table";
import { notify } from "@/lib/platform/notify";
import { newestFirst, problemsAtOnce } from "./move-events";

/** Events of a contact, that are with the contact `atId`. */
export const ContactMoveRow = z.strictObject({ contactId: z.uuid(), atId: z.uuid() });
export type ContactMove = z.output<typeof ContactMoveRow>;
export const contactMoveColumns = 'q.contact_id as "contactId", q.at_id as "atId"';

/** `$1` workspace, `$2` contacts whose events are with `$3`: they follow from now on. */
const addStatement = statement()`
insert into contact_move (workspace_id, contact_id, at_id) select $1::uuid, c, $3::uuid from unnest($2::uuid[]) c on conflict do nothing`;

const nextStatement = statement({ row: ContactMoveRow })`
select ${contactMoveColumns} from contact_move q where q.workspace_id = $1::uuid order by q.contact_id, q.at_id limit 1`;

const MovedRow = z.strictObject({ count: z.int(), isLeft: z.boolean(), targetId: z.uuid() });

const event = (condition: string) => `
      (select e.id, e.person_id, e.merged_from_id, e.occurred_at, e.received_at from event e
        where e.workspace_id = $1::uuid and e.contact_id = $3::uuid and ${condition} ${newestFirst("e")} limit move_step_size() + 1)`;

/**
 * One step: `$1` workspace, `$2` contact, `$3` the contact that its events are with, `$4` whether what the open problems happened with
 * last moves too. The contact is locked first, so that it is neither merged nor restored meanwhile. With itself it has the events of
 * its aliases too, and those of people: these follow the link of their person, who is locked as well. The newest go first, as in
 * `event-moves.ts`.
 */
const stepStatement = statement({ row: MovedRow, writes: true })`
with home as (
  select c.id, coalesce(c.merged_into_id, c.id) as target_id from contact c where c.workspace_id = $1::uuid and c.id = $2::uuid for share
),
movable as (
  select h.target_id, m.id, m.person_id, m.merged_from_id, row_number() over (${newestFirst("m")}) as place
  from home h cross join lateral (${event("$2::uuid = $3::uuid")}
      union all${event("$2::uuid <> $3::uuid and e.merged_from_id = $2::uuid")}
  ) m
  where h.target_id <> $3::uuid
),
troubling as (
  select h.target_id, e.id, e.person_id, e.merged_from_id
  from home h cross join lateral (
    select o.last_event_id from problem o
    where o.workspace_id = $1::uuid and o.owner_id = $3::uuid and o.closed_at is null
    order by o.last_at desc limit ${problemsAtOnce}
  ) o
  cross join lateral (
    select e.id, e.person_id, e.merged_from_id from event e
    where e.workspace_id = $1::uuid and e.id = o.last_event_id and e.contact_id = $3::uuid
      and ($2::uuid = $3::uuid or e.merged_from_id = $2::uuid) offset 0
  ) e
  where $4::boolean and h.target_id <> $3::uuid
),
chosen as (
  select target_id, id, person_id, merged_from_id from movable where place <= move_step_size()
  union select target_id, id, person_id, merged_from_id from troubling
),
owners as (
  select p.id, p.contact_id from person p
  where p.workspace_id = $1::uuid and p.id in (select person_id from chosen) order by p.id for share
),
moved as (
  update event e set
    contact_id = case when c.person_id is null then c.target_id else o.contact_id end,
    merged_from_id = case when c.person_id is null and c.target_id <> $2::uuid then coalesce(c.merged_from_id, $2::uuid) end
  from chosen c left join owners o on o.id = c.person_id
  where e.workspace_id = $1::uuid and e.id = c.id and e.contact_id = $3::uuid
  returning e.id
),
done as (
  delete from contact_move q
  where q.workspace_id = $1::uuid and q.contact_id = $2::uuid and q.at_id = $3::uuid and (select count(*) from movable) <= move_step_size()
)
select (select count(*)::int from moved) as count, (select count(*) from movable) > move_step_size() as "isLeft", h.target_id as "targetId"
from home h`;

/** Moves the next events of a contact. Returns how many, and whether others are left. */
export async function moveSomeOf(workspaceId: string, { contactId, atId }: ContactMove): Promise<{ count: number; isLeft: boolean }> {
  const [moved] = await withRetry(() => rows(db(), stepStatement)(workspaceId, contactId, atId, false));
  if (!moved) return { count: 0, isLeft: false };
  // Once, at the end: what agents see first has moved with the merge.
  if (!moved.isLeft) notify(workspaceId, { contacts: [...new Set([atId, moved.targetId])] });
  return moved;
}

/** Where there are more contacts, as of one with many aliases, the newest events of the others follow in steps, too. */
const maxAtOnce = 5;

/**
 * From now on the events of `contacts` that are with `atId` follow: the newest of the first ones at once, the others in steps. Needs the
 * linking lock for `change`; `wake(contactMoves, …)` comes after the commit.
 */
export async function beginMoves(on: Runner, workspaceId: string, { contacts, atId }: { contacts: readonly string[]; atId: string }) {
  await run(on, addStatement)(workspaceId, contacts, atId);
  for (const contactId of contacts.slice(0, maxAtOnce)) await rows(on, stepStatement)(workspaceId, contactId, atId, true);
}

/** Moves events of a workspace for as long as a turn lasts. */
export const moveContactsInTurn = inSteps(async (workspaceId) => {
  const [next] = await rows(db(), nextStatement)(workspaceId);
  return next ? (await moveSomeOf(workspaceId, next)).count : null;
});

/** A queue of its own, because an instance of the previous version would take its rows for those of people. */
export const contactMoves: Queue = {
  ...{ name: "merges", places: 2, placesEach: 1, first: 200, max: 2_000, maxStopMs: 5_000 },
  ...statementsOf("merges", "contact_move"),
  serve: moveContactsInTurn,
};
