import { z } from "zod";
import { coveredFrom, isOpen } from "@/lib/context/problems/sql";
import { IdRow } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

const OwnerRow = z.strictObject({ ownerId: z.uuid() });

/**
 * `$1` workspace, `$2` chat: the contact of its person, or the person without one. Locks the chat first, as events do that become
 * cards in it, and then the problems of the owner, so that neither waits for the other.
 */
export const ownerStatement = statement({ row: OwnerRow, writes: true })`
select coalesce(p.contact_id, p.id) as "ownerId" from chat c
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
where c.workspace_id = $1::uuid and c.id = $2::uuid for update of c`;

/** Held until the end of the transaction. `$1` workspace, `$2` owner. */
export const lockStatement = statement()`select pg_advisory_xact_lock(problem_lock($1::uuid, $2::uuid))::text`;

export const ProblemRow = z.strictObject({
  event: z.string(),
  reference: z.string(),
  lastEventId: z.uuid(),
  isOpen: z.boolean(),
  /** What a mark must reach to have closed it. */
  from: z.date(),
  /** What the database's clock says. */
  now: z.date(),
  /** What "Handled" covers when it is pressed now: all that is there, also from an instance of an earlier version with a clock ahead. */
  until: z.date(),
});

/** `$1` workspace, `$2` owner, `$3` problem. Run under the lock, so that whatever arrives later finds the press. */
export const problemStatement = statement({ row: ProblemRow })`
select event, reference, last_event_id as "lastEventId", ${isOpen("o")} as "isOpen",
  ${coveredFrom({ reference: "reference", arrived: "last_received_at", happened: "last_at" })} as "from",
  date_trunc('milliseconds', statement_timestamp()) as now,
  greatest(date_trunc('milliseconds', statement_timestamp()), (
    select max(${coveredFrom({ reference: "o.reference", arrived: "e.received_at", happened: "e.occurred_at" })}) from event e
    where e.workspace_id = o.workspace_id and coalesce(e.contact_id, e.person_id) = o.owner_id
      and event_reference(e.properties) = o.reference and e.event = o.event and e.level = 'problem' and e.received_at > statement_timestamp()
  )) as until
from problem o
where workspace_id = $1::uuid and owner_id = $2::uuid and id = $3::uuid`;

/** `$1` workspace, `$2` id, `$3` owner, `$4` reference, `$5` event, `$6` until when, `$7` account, `$8` name. */
export const markStatement = statement()`
insert into problem_handled (workspace_id, id, owner_id, reference, event, at, account_id, agent_name)
values ($1::uuid, $2::uuid, $3::uuid, $4::text, $5::text, $6::timestamptz, $7::uuid, $8::text)`;

/** Undoes the marks from a time on (`$5`): `$1` workspace, `$2` owner, `$3` reference, `$4` event, `$6` when. */
export const undoStatement = statement()`
update problem_handled set undone_at = $6::timestamptz
where workspace_id = $1::uuid and owner_id = $2::uuid and reference = $3::text and event = $4::text and at >= $5::timestamptz and undone_at is null`;

/** `$1` workspace, `$2` owner, `$3` reference, `$4` event. */
export const refreshStatement = statement()`select refresh_problem($1::uuid, $2::uuid, $3::text, $4::text)::text`;

const Name = z.strictObject({ event: z.string(), reference: z.string(), count: z.int(), lastEventId: z.uuid() });
/** What a press is about: its time, and the problems by name, those with the last events first. */
const PressRow = z.strictObject({ at: z.date(), names: z.array(Name) });

/** More names of one press leave no trace in the chat. */
const maxNames = 20;

/** `named` are rows of (event, reference, at, event_id): each name with its number, and with a reference where that is one. */
const names = (named: string) => `coalesce((select json_agg(n) from (
    select n.event, case when count(*) = 1 then min(n.reference) else '' end as reference, count(*)::int as count,
      (array_agg(n.event_id order by n.at desc))[1] as "lastEventId"
    from (${named}) n group by n.event order by max(n.at) desc limit ${maxNames}
  ) n), '[]'::json)`;

/** `$1` workspace, `$2` owner, `$3` the name of the problems or null. Run under the lock. */
export const pressStatement = statement({ row: PressRow })`
select date_trunc('milliseconds', statement_timestamp()) as at, ${names(`
    select o.event, o.reference, o.last_at as at, o.last_event_id as event_id from problem o
    where o.workspace_id = $1::uuid and o.owner_id = $2::uuid and ${isOpen("o")} and ($3::text is null or o.event = $3::text)`)} as names`;

export const AboutRow = z.strictObject({ event: z.string(), reference: z.string() });
const CoveredRow = AboutRow.extend({ id: z.uuid() });

/**
 * `$1` workspace, `$2` owner, `$3` name or null, `$4` when it was pressed, `$5` by which account, `$6` how many: problems that the press has
 * not closed yet. What arrived after it is not covered.
 */
export const coveredStatement = statement({ row: CoveredRow })`
select o.id, o.event, o.reference from problem o
where o.workspace_id = $1::uuid and o.owner_id = $2::uuid and ${isOpen("o")} and ($3::text is null or o.event = $3::text)
  and o.last_received_at <= $4::timestamptz and o.last_at <= $4::timestamptz and not exists (
    select from problem_handled h
    where h.workspace_id = o.workspace_id and h.owner_id = o.owner_id and h.reference = o.reference and h.event = o.event
      and h.at = $4::timestamptz and h.account_id = $5::uuid
  )
order by o.last_at desc, o.id desc limit $6::int`;

/** `$1` workspace, `$2` owner, `$3` ids, `$4` references and `$5` events, `$6` when, `$7` account, `$8` name. */
export const markAllStatement = statement()`
insert into problem_handled (workspace_id, id, owner_id, reference, event, at, account_id, agent_name)
select $1::uuid, m.id, $2::uuid, m.reference, m.event, $6::timestamptz, $7::uuid, $8::text
from unnest($3::uuid[], $4::text[], $5::text[]) as m(id, reference, event)`;

/**
 * Writes down that a press closed what it covered, which is all that changes for these problems: `$1` workspace, `$2` owner, `$3` their
 * ids, `$4` when it was pressed.
 */
export const closeAllStatement = statement()`
update problem set closed_at = $4::timestamptz
where workspace_id = $1::uuid and owner_id = $2::uuid and id = any($3::uuid[]) and closed_at is null`;

/**
 * Opens problems again whose marks were undone, where nothing else has closed them and nothing else came: `$1` workspace, `$2` owner, `$3`
 * references, `$4` events, `$5` when they were pressed.
 */
export const openAllStatement = statement({ row: AboutRow, writes: true })`
update problem set closed_at = null where workspace_id = $1::uuid and owner_id = $2::uuid and id = any(array(
  select o.id from unnest($3::text[], $4::text[]) as m(reference, event)
  -- Each by its key: by their time all of the press would be read for each.
  cross join lateral (
    select p.* from problem p
    where p.workspace_id = $1::uuid and p.owner_id = $2::uuid and p.reference = m.reference and p.event = m.event offset 0
  ) o
  where o.closed_at = $5::timestamptz and not exists (
    select from problem_handled h
    where h.workspace_id = o.workspace_id and h.owner_id = o.owner_id and h.reference = o.reference and h.event = o.event
      and h.undone_at is null
      and h.at >= ${coveredFrom({ reference: "o.reference", arrived: "o.last_received_at", happened: "o.last_at" })}
  )
  and not exists (
    select from event i
    where i.workspace_id = o.workspace_id and coalesce(i.contact_id, i.person_id) = o.owner_id and event_reference(i.properties) = o.reference
      and i.level = 'info' and event_reference(i.properties) <> ''
      and (i.occurred_at, i.received_at, i.id) > (o.last_at, o.last_received_at, o.last_event_id)
  )
)) returning event, reference`;

/** Brings other problems up to date: `$1` workspace, `$2` owner, `$3` references, `$4` events. */
export const refreshAllStatement = statement()`
select count(refresh_problem($1::uuid, $2::uuid, m.reference, m.event)::text)::int from unnest($3::text[], $4::text[]) as m(reference, event)`;

const pressed = `h.owner_id = $2::uuid and h.at = $4::timestamptz and h.account_id = $5::uuid
    and ($3::text is null or h.event = $3::text)`;

/** Takes back a part of a press: the values of `coveredStatement`; `$7` now. */
export const undoAllStatement = statement({ row: AboutRow, writes: true })`
update problem_handled set undone_at = $7::timestamptz
where workspace_id = $1::uuid and id = any(array(
  select h.id from problem_handled h where h.workspace_id = $1::uuid and ${pressed} and h.undone_at is null limit $6::int
)) returning event, reference`;

/** What a press that was taken back had closed: the values of `coveredStatement` up to `$5`. */
export const undoneStatement = statement({ row: PressRow })`
select date_trunc('milliseconds', statement_timestamp()) as at, ${names(`
    select h.event, h.reference, o.last_at as at, o.last_event_id as event_id from problem_handled h
    join problem o on o.workspace_id = h.workspace_id and o.owner_id = h.owner_id and o.reference = h.reference and o.event = h.event
    where h.workspace_id = $1::uuid and ${pressed} and h.undone_at is not null`)} as names`;

/** `$1` workspace, `$2` contact: the chat in which agents go on, an open one first. */
export const chatOfContactStatement = statement({ row: IdRow })`
select h.id from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
where q.workspace_id = $1::uuid and q.contact_id = $2::uuid
order by h.status = 'open' desc, h.last_item_at desc, h.id desc limit 1`;
