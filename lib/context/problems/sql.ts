import type { ReadEvent } from "@/lib/context/events/contract";
import { wireTime } from "@/lib/platform/db/sql";

/** The contact, or the person without one, whose problem an event or a mark is. `of` is a row of `event`. */
const ownerOf = (of: string) => `coalesce(${of}.contact_id, ${of}.person_id)`;
const referenceOf = (of: string) => `event_reference(${of}.properties)`;

/** How many open problems the person of the row `person` has: those of their contact, or their own without one. */
export const openProblemsOf = (person: string): string => `(
  select count(*)::int from problem o
  where o.workspace_id = ${person}.workspace_id and o.owner_id = coalesce(${person}.contact_id, ${person}.id) and o.closed_at is null
)`;

/**
 * What closed the problem event of the row `of`: the first event or mark after it, as one row (at, by) or none. Without a reference a
 * mark covers what had arrived, with one also what arrives later and happened before. An index has the info events with a reference,
 * and one the marks.
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
        and mark.event = ${of}.event and mark.undone_at is null and mark.at >= case ${referenceOf(of)} when '' then ${of}.received_at else ${of}.occurred_at end
      order by mark.at, mark.id limit 1)
  ) ended
  -- Here, where it is decided before anything is looked up: as a condition of the join it would be compared afterwards.
  where ${of}.level = 'problem'
  order by ended.at, ended.rank limit 1`;

/** A join that adds what closed the event of the row `of`, for `closingColumns`. */
export const closingJoin = (of: string): string => `left join lateral (${closing(of)}) closing on true`;

type Fields = Record<string, string>;
const columnsOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${value} as "${name}"`)
    .join(", ");
const objectOf = (fields: Fields): string =>
  `jsonb_build_object(${Object.entries(fields)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(", ")})`;

/** From the row that `closingJoin` adds. */
const closingFields = { closedAt: wireTime("closing.at"), closedBy: "closing.by" };
export const closingColumns = columnsOf(closingFields);

/** From a row `e` of `event` and what `closingJoin("e")` adds. A field that `ReadEvent` gains does not compile until it is here. */
const eventFields = {
  id: "e.id",
  event: "e.event",
  level: "e.level::text",
  properties: "e.properties",
  occurredAt: wireTime("e.occurred_at"),
  receivedAt: wireTime("e.received_at"),
  ...closingFields,
} satisfies Record<keyof ReadEvent, string>;
/** A `ReadEvent` as columns, and as one value. */
export const eventColumns = columnsOf(eventFields);
export const eventObject = objectOf(eventFields);
/** The same for an info event, which nothing closes: it needs no join. */
export const infoEventColumns = columnsOf({ ...eventFields, closedAt: "null", closedBy: "null" } satisfies typeof eventFields);

/**
 * What closed the event whose id is the expression `event`, in the workspace of the row `of`: {"at", "by"}, or null while the
 * problem is open, and for other events.
 */
export const closingOf = (event: string, of: string): string => `(
  select jsonb_build_object('at', ${wireTime("closing.at")}, 'by', closing.by)
  from event as closed cross join lateral (${closing("closed")}) closing
  where closed.workspace_id = ${of}.workspace_id and closed.id = ${event}
)`;
