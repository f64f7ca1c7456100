import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { db } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { type Queue, serving } from "@/lib/platform/db/turns";
import { inSteps } from "@/lib/platform/db/turns/in-steps";
import { statementsOf } from "@/lib/platform/db/turns/of-table";
import { notify } from "@/lib/platform/notify";
import { type ContactMove, ContactMoveRow, contactMoveColumns, contactMoves, moveSomeOf } from "./contact-moves";
import { movableSql, noContact } from "./move-events";

const MoveRow = z.strictObject({ personId: z.uuid(), fromId: z.uuid(), intoId: z.uuid().nullable() });
type Move = z.output<typeof MoveRow>;
const moveColumns = 'q.person_id as "personId", q.from_id as "fromId", q.into_id as "intoId"';

/** `$1` workspace: events of somebody that are still to follow a link. */
const nextMoveStatement = statement({ row: MoveRow })`
select ${moveColumns} from event_move q where q.workspace_id = $1::uuid order by q.person_id, q.from_id limit 1`;

const MovedRow = z.strictObject({ count: z.int(), isLeft: z.boolean(), contactId: z.uuid().nullable() });

/**
 * One step: `$1` workspace, `$2` person, `$3` the contact that the events are with, or zeros, `$4` whose they are. The link of that person
 * cannot change meanwhile, which is locked first, as by whoever links. The newest events go first, so an event that closes a problem is there
 * before the problem is, and nothing looks open that is not.
 */
const moveStatement = statement({ row: MovedRow, writes: true })`
with target as (select p.id, p.contact_id from person p where p.workspace_id = $1::uuid and p.id = $4::uuid for share),
step as (
  select t.id, t.contact_id, q.person_id, nullif(q.from_id, '${noContact}') as was
  from target t cross join lateral (
    select q.person_id, q.from_id from event_move q
    where q.workspace_id = $1::uuid and q.person_id = $2::uuid and q.from_id = $3::uuid and coalesce(q.into_id, q.person_id) = t.id
    offset 0 for update
  ) q
),
movable as (
  select s.id as into_id, s.contact_id, m.id, m.place
  from step s cross join lateral (${movableSql({ workspace: "$1::uuid", person: "s.person_id", contact: "s.was" })}) m
  where s.id <> s.person_id or s.was is distinct from s.contact_id
),
moved as (
  update event e set person_id = m.into_id, contact_id = m.contact_id from movable m
  where e.workspace_id = $1::uuid and e.id = m.id and m.place <= move_step_size()
  returning e.id
),
done as (
  delete from event_move q using step s
  where q.workspace_id = $1::uuid and q.person_id = s.person_id and q.from_id = $3::uuid
    and (select count(*) from movable) <= move_step_size()
)
select (select count(*)::int from moved) as count, (select count(*) from movable) > move_step_size() as "isLeft", s.contact_id as "contactId"
from step s`;

/** Moves the next events of a person. Returns how many, and whether others are left. */
async function moveSome(workspaceId: string, { personId, fromId, intoId }: Move): Promise<{ count: number; isLeft: boolean }> {
  const owner = intoId ?? personId;
  const [moved] = await withRetry(() => rows(db(), moveStatement)(workspaceId, personId, fromId, owner));
  if (!moved) return { count: 0, isLeft: false };
  const { count, isLeft, contactId } = moved;
  // Once, at the end: what agents see first has moved with the link.
  if (!isLeft) notify(workspaceId, { people: [owner], contacts: contactId ? [contactId] : [] });
  return { count, isLeft };
}

/** Moves events of a workspace for as long as a turn lasts. */
export const moveInTurn = inSteps(async (workspaceId) => {
  const [next] = await rows(db(), nextMoveStatement)(workspaceId);
  return next ? (await moveSome(workspaceId, next)).count : null;
});

/** A turn has so many events. */
export const eventMoves: Queue = {
  ...{ name: "moves", places: 2, placesEach: 1, first: 200, max: 2_000, maxStopMs: 5_000 },
  ...statementsOf("moves", "event_move"),
  serve: moveInTurn,
};
export const jobs = [serving(eventMoves), serving(contactMoves)];

type Concerned = { contactId?: string | undefined; people?: readonly string[] };

/** `$1` workspace, `$2` contact or null, `$3` people: what still moves from or to them. */
const pendingStatement = statement({ row: MoveRow })`
select ${moveColumns} from event_move q
join person p on p.workspace_id = q.workspace_id and p.id = coalesce(q.into_id, q.person_id)
where q.workspace_id = $1::uuid
  and (q.from_id = $2::uuid or p.contact_id = $2::uuid or q.person_id = any($3::uuid[]) or q.into_id = any($3::uuid[]))
order by q.person_id, q.from_id limit 100`;

/** `$1` workspace, `$2` contact or null, `$3` people: what still moves from or to a contact of theirs since it was merged or restored. */
const pendingMergesStatement = statement({ row: ContactMoveRow })`
with concerned as (
  select $2::uuid as id
  union select p.contact_id from person p where p.workspace_id = $1::uuid and p.id = any($3::uuid[])
)
select ${contactMoveColumns} from contact_move q
join contact c on c.workspace_id = q.workspace_id and c.id = q.contact_id
where q.workspace_id = $1::uuid and (
  q.at_id in (select id from concerned) or coalesce(c.merged_into_id, c.id) in (select id from concerned)
  or exists (
    select from event e where e.workspace_id = q.workspace_id and e.person_id = any($3::uuid[]) and e.contact_id = q.at_id and q.at_id = q.contact_id
  )
)
order by q.contact_id, q.at_id limit 100`;

class MovesPending extends Error {
  constructor(
    readonly moves: Move[],
    readonly merges: ContactMove[],
  ) {
    super("Events still follow a link or a merge.");
  }
}

/** Ends a transaction of `withMovesDone` while events still follow a link or a merge from or to the contact or the people. Needs the linking lock. */
export async function requireMovesDone(on: Runner, workspaceId: string, { contactId, people = [] }: Concerned): Promise<void> {
  const moves = await rows(on, pendingStatement)(workspaceId, contactId ?? null, people);
  const merges = await rows(on, pendingMergesStatement)(workspaceId, contactId ?? null, people);
  if (moves.length + merges.length > 0) throw new MovesPending(moves, merges);
}

const timeoutMs = 4_000;
const stillMoving = () =>
  new AppError("unavailable", "Events of this person are still being moved after a link or a merge. Try again in a minute.", {
    "retry-after": "30",
  });

/**
 * Runs `work` when all events are where the links say: a deletion would otherwise miss some, or take those of somebody else. It moves them
 * itself, for a while. @throws unavailable when there are too many
 */
export async function withMovesDone<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + timeoutMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MovesPending)) throw error;
      for (const merge of error.merges) await moveAll(() => moveSomeOf(workspaceId, merge), until);
      for (const move of error.moves) await moveAll(() => moveSome(workspaceId, move), until);
    }
  }
}

async function moveAll(step: () => Promise<{ isLeft: boolean }>, until: number): Promise<void> {
  for (let isLeft = true; isLeft; ) {
    if (performance.now() > until) throw stillMoving();
    ({ isLeft } = await step());
  }
}
