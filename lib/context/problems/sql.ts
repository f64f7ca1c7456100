import { wireTime } from "@/lib/platform/db/sql";

// The rule by which problems are open and closed, for every statement. Triggers keep the rows of `problem` by the same rule
// (prisma/functions/problems.sql); random histories compare both.

/** The contact, or the person without one, whose problem an event or a mark is. `of` is a row of `event`. */
const ownerOf = (of: string) => `coalesce(${of}.contact_id, ${of}.person_id)`;
const referenceOf = (of: string) => `event_reference(${of}.properties)`;

/** Whether the problem of the row `o` of `problem` is open. */
export const isOpen = (o: string): string => `${o}.closed_at is null`;

/** How many open problems an owner has; both are expressions. */
export const openProblemsOf = (workspace: string, owner: string): string => `(
  select count(*)::int from problem o where o.workspace_id = ${workspace} and o.owner_id = ${owner} and ${isOpen("o")}
)`;

/** The name of an owner's open problem that happened last, null without one. */
export const newestProblemOf = (workspace: string, owner: string): string => `(
  select o.event from problem o where o.workspace_id = ${workspace} and o.owner_id = ${owner} and ${isOpen("o")} order by o.last_at desc limit 1
)`;

/** The owners of open problems in the workspace `$1`, `max` of them at most. */
export const ownersWithOpenProblem = (max: number): string =>
  `select distinct o.owner_id from problem o where o.workspace_id = $1::uuid and ${isOpen("o")} limit ${max}`;

/** The owners of the `max` open problems of the workspace `$1` that began last. */
export const ownersOfRecentProblems = (max: number): string =>
  `select distinct r.owner_id from (
      select o.owner_id from problem o where o.workspace_id = $1::uuid and ${isOpen("o")} order by o.first_at desc limit ${max}
    ) r`;

/**
 * The time that a mark must reach to close an event: without a reference it covers what had arrived, with one also what arrives later and
 * happened before.
 */
export const coveredFrom = ({ reference, arrived, happened }: { reference: string; arrived: string; happened: string }): string =>
  `case ${reference} when '' then ${arrived} else ${happened} end`;

/**
 * What closed the problem event of the row `of`: the first event or mark after it, as one row (at, by) or none. An index has the info
 * events with a reference, and one the marks.
 */
const closing = (of: string) => `
  select ended.at, ended.by from (
    (select closer.occurred_at as at, 1 as rank, jsonb_build_object('kind', 'event', 'id', closer.id, 'event', closer.event,
        'occurredAt', ${wireTime("closer.occurred_at")}) as by
      from event as closer
      where closer.workspace_id = ${of}.workspace_id and ${ownerOf("closer")} = ${ownerOf(of)}
        and ${referenceOf("closer")} = ${referenceOf(of)} and closer.level = 'info' and ${referenceOf("closer")} <> ''
        and (closer.occurred_at, closer.received_at, closer.id) > (${of}.occurred_at, ${of}.received_at, ${of}.id)
      order by closer.occurred_at, closer.received_at, closer.id limit 1)
    union all
    (select mark.at, 2, jsonb_build_object('kind', 'agent', 'name', mark.agent_name)
      from problem_handled as mark
      where mark.workspace_id = ${of}.workspace_id and mark.owner_id = ${ownerOf(of)} and mark.reference = ${referenceOf(of)}
        and mark.event = ${of}.event and mark.undone_at is null
        and mark.at >= ${coveredFrom({ reference: referenceOf(of), arrived: `${of}.received_at`, happened: `${of}.occurred_at` })}
      order by mark.at, mark.id limit 1)
  ) ended
  -- Here, where it is decided before anything is looked up: as a condition of the join it would be compared afterwards.
  where ${of}.level = 'problem'
  order by ended.at, ended.rank limit 1`;

/** A join that adds what closed the event of the row `of`, for `closingFields`. */
export const closingJoin = (of: string): string => `left join lateral (${closing(of)}) closing on true`;

/** From the row that `closingJoin` adds. */
export const closingFields = { closedAt: wireTime("closing.at"), closedBy: "closing.by" };

/**
 * What closed the event whose id is the expression `event`, in the workspace of the row `of`: {"at", "by"}, or null while the
 * problem is open, and for other events.
 */
export const closingOf = (event: string, of: string): string => `(
  select jsonb_build_object('at', ${wireTime("closing.at")}, 'by', closing.by)
  from event as closed cross join lateral (${closing("closed")}) closing
  where closed.workspace_id = ${of}.workspace_id and closed.id = ${event}
)`;

/**
 * The problems that the event of the row `d` may have closed, if it is an info event with a reference: those of its owner and reference that
 * are open, and those that were not closed before it. `workspace` is its column; of each kind there are `max` at most.
 */
export const closableBy = (d: string, { workspace, max }: { workspace: string; max: number }): string => {
  const those = (state: string) => `(
      select o.* from problem o
      where o.workspace_id = ${d}.${workspace} and o.owner_id = ${ownerOf(d)} and o.reference = ${referenceOf(d)} and ${state} limit ${max}
    )`;
  return `(
    ${those(`${isOpen("o")} order by o.last_at`)} union all ${those(`o.closed_at >= ${d}.occurred_at`)}
  )`;
};

/** More problems of a reference are not looked at: screens that miss it read the chat again with the next tick. */
const maxLookedAt = 100;

/**
 * Whether the event of the row `d`, which is not stored yet, closes a problem event: the last one before it of a problem with its reference,
 * which nothing closed before. This also holds for a late event that closes only earlier ones of a problem that stays open.
 */
export const closesProblem = (d: string, workspace: string): string => `${d}.level = 'info' and ${referenceOf(d)} <> '' and exists (
      select from ${closableBy(d, { workspace, max: maxLookedAt })} o
      cross join lateral (
        select e.* from event e
        where e.workspace_id = o.workspace_id and ${ownerOf("e")} = o.owner_id
          and ${referenceOf("e")} = o.reference and e.event = o.event and e.level = 'problem'
          and (e.occurred_at, e.received_at, e.id) < (${d}.occurred_at, ${d}.received_at, ${d}.id)
        order by e.occurred_at desc, e.received_at desc, e.id desc limit 1
      ) e ${closingJoin("e")}
      where closing.at is null or closing.at >= ${d}.occurred_at
    )`;
