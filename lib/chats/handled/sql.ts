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

/** `$1` workspace, `$2` contact: the chat in which agents go on, an open one first. */
export const chatOfContactStatement = statement({ row: IdRow })`
select h.id from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
where q.workspace_id = $1::uuid and q.contact_id = $2::uuid
order by h.status = 'open' desc, h.last_item_at desc, h.id desc limit 1`;
