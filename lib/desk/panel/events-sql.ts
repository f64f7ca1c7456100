import { z } from "zod";
import { ReadEvent } from "@/lib/context/events/contract";
import { closingColumns, eventColumns, eventObject, infoEventColumns } from "@/lib/context/events/read-sql";
import { closingJoin, isOpen, openProblemsOf } from "@/lib/context/problems/sql";
import { wireTime } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { OpenProblem, SolvedProblem } from "./contract";

const newestFirst = (row: string) => `${row}."occurredAt" desc, ${row}."receivedAt" desc, ${row}.id desc`;

/** Whether the event `e` is the owner's. */
const ownerConditions = {
  contact: (e: string, owner: string) => `${e}.contact_id = ${owner}`,
  person: (e: string, owner: string) => `${e}.person_id = ${owner} and ${e}.contact_id is null`,
};
type Kind = keyof typeof ownerConditions;

const Events = z.array(z.strictObject(ReadEvent.shape));
const latest = z.strictObject(ReadEvent.shape);
export const EventsRow = z.strictObject({
  problems: z.array(z.strictObject({ ...OpenProblem.shape, latest })),
  problemsCount: z.int(),
  solved: z.array(z.strictObject({ ...SolvedProblem.shape, latest })),
  hasOlderProblems: z.boolean(),
  events: Events,
});
const OlderEventsRow = z.strictObject({ events: Events });

/** The columns that open and solved problems share: `s` is the problem, `e` its last event, `closing` what closed that. */
const problemColumns = `s.id, s.event, nullif(s.reference, '') as reference, s.count, ${wireTime("s.last_at")} as "lastAt",
    ${eventObject} as latest`;

/** More open problems are not shown one by one. */
const maxShown = 100;

const isOpenOf = (of: Of) => `s.owner_id = ${of.owner} and ${isOpen("s")}`;

/** The names of an owner's open problems with their numbers, and the problems that are shown: very many of a name hide no other name. */
const openByName = (of: Of) => `
names as materialized (
  select s.event, count(*)::int as count, max(s.last_at) as last_at from problem s where s.workspace_id = ${of.workspace} and ${isOpenOf(of)}
  group by s.event order by max(s.last_at) desc, s.event limit ${maxShown}
),
listed as materialized (
  select c.id from (
    (select f.id, 0 as rank, n.last_at from names n cross join lateral (
      select s.id from problem s where s.workspace_id = ${of.workspace} and ${isOpenOf(of)} and s.last_at = n.last_at and s.event = n.event order by s.id desc limit 1
    ) f)
    union all
    (select s.id, 1, s.last_at from problem s where s.workspace_id = ${of.workspace} and ${isOpenOf(of)} order by s.last_at desc, s.id desc limit ${maxShown})
  ) c group by c.id order by min(c.rank), max(c.last_at) desc, c.id desc limit ${maxShown}
)`;

const lastEvent = `join event e on e.workspace_id = s.workspace_id and e.id = s.last_event_id ${closingJoin("e")}`;

/** As long after its closing a problem that begins again came back. */
const backWithin = "interval '48 hours'";

/** How long a solved problem and a press stay in the panel. */
export const shownFor = "interval '24 hours'";

/** The owner of the events: workspace and owner as expressions, and how many info events. `either` chooses by whether the owner is a contact. */
type Of = { workspace: string; owner: string; limit: string; either: (select: (kind: Kind) => string) => string };

/**
 * A person's open problems, those that were closed in the last 24 hours, and their newest other events. The owner is the contact, or the
 * person without one. A person's events follow their link, so one column is enough; for a person without a contact, events that belong
 * to a deleted contact are left out. `hasOlderProblems` counts no further than needed.
 */
export const eventsQuery = (of: Of) => `
with ${openByName(of)},
open as (
  select ${problemColumns}, ${wireTime("s.first_at")} as "firstAt",
    coalesce(s.first_at - s.previous_closed_at <= ${backWithin}, false) as "cameBack", n.count as "ofName"
  from listed l join problem s on s.workspace_id = ${of.workspace} and s.id = l.id join names n on n.event = s.event ${lastEvent}
),
solved as (
  select ${problemColumns}, ${closingColumns}
  from problem s ${lastEvent}
  where s.workspace_id = ${of.workspace} and s.owner_id = ${of.owner} and s.closed_at > now() - ${shownFor} and closing.at is not null
  order by s.closed_at desc, s.id desc limit 20
),
shown as (select coalesce(sum(count), 0) as count from (select count from open union all select count from solved) both_kinds)
select
  coalesce((select json_agg(o order by o."lastAt" desc, o.id desc) from open o), '[]'::json) as problems,
  ${openProblemsOf(of.workspace, of.owner)} as "problemsCount",
  coalesce((select json_agg(c order by c."closedAt" desc, c.id desc) from solved c), '[]'::json) as solved,
  ${of.either(
    (kind) => `(select count(*) from (
    select from event e where e.workspace_id = ${of.workspace} and ${ownerConditions[kind]("e", of.owner)} and e.level = 'problem' limit (select count + 1 from shown)
  ) few)`,
  )} > (select count from shown) as "hasOlderProblems",
  coalesce(${of.either(
    (kind) => `(select json_agg(i order by ${newestFirst("i")}) from (
    select ${infoEventColumns}
    from event e where e.workspace_id = ${of.workspace} and ${ownerConditions[kind]("e", of.owner)} and e.level = 'info'
    order by e.occurred_at desc, e.received_at desc, e.id desc limit ${of.limit}) i)`,
  )}, '[]'::json) as events
`;

/** `$1` workspace, `$2` the contact, or the person without one, `$3` limit for the other events. */
export const eventsStatement = (kind: Kind) =>
  statement({
    row: EventsRow,
  })`${eventsQuery({ workspace: "$1::uuid", owner: "$2::uuid", limit: "$3::int", either: (select) => select(kind) })}`;

/** Events before one event, newest first: `$1` and `$2` as above, `$3` the event's id or null, `$4` the level, `$5` limit. */
export const olderEventsStatement = (kind: Kind) => statement({ row: OlderEventsRow })`
select coalesce((select json_agg(o order by ${newestFirst("o")}) from (
  select ${eventColumns} from event e ${closingJoin("e")}
  where e.workspace_id = $1::uuid and ${ownerConditions[kind]("e", "$2::uuid")} and e.level = $4::level
    and ($3::uuid is null or (e.occurred_at, e.received_at, e.id) < (
      select b.occurred_at, b.received_at, b.id from event b
      where b.workspace_id = $1::uuid and ${ownerConditions[kind]("b", "$2::uuid")} and b.id = $3::uuid
    ))
  order by e.occurred_at desc, e.received_at desc, e.id desc limit $5::int) o), '[]'::json) as events
`;
