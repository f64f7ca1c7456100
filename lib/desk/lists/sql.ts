import { z } from "zod";
import { isListed, newestFirst as newestCallsFirst, stateOf, within } from "@/lib/actions/calls/sql";
import { columnsOf, contactRow } from "@/lib/context/contacts/sql";
import { ReadEvent } from "@/lib/context/events/contract";
import { eventColumns, eventObject } from "@/lib/context/events/read-sql";
import { closingJoin, isOpen } from "@/lib/context/problems/sql";
import { type Condition, conditionOn, foundBy, maxRead, type Query, valuesFrom } from "@/lib/desk/directory/list-sql";
import { wireTime } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { getActionCall, type Problem } from "./contract";

// A page reads an index in its order, and no further than `maxRead` rows where a filter may leave few of them. Then the row at which it
// ended is in the answer, though it may not belong to the list (`isFound`), and the next page goes on after it (`isEnd`).
const ends = { isFound: z.boolean(), isEnd: z.boolean() };

export const ContactRow = z.strictObject({ ...contactRow, id: z.uuid(), ...ends });

type Position = { at: Date; id: string };
type Contacts = {
  /** The condition that finds few contacts, if one does: they are looked up by its index, and sorted. */
  by: Condition | null;
  conditions: readonly Condition[];
  isWithoutProblem: boolean;
  /** The last changed first, no further back than this; the newest first when it is undefined. */
  updatedSince: Date | undefined;
  after: Position;
  limit: number;
};

/** A page of contacts. */
export function contactsQuery(workspaceId: string, of: Contacts): Query<typeof ContactRow> {
  const { by, conditions, isWithoutProblem, updatedSince, after, limit } = of;
  const { values, value } = valuesFrom([workspaceId, after.id, limit]);
  const [bounds, order] = updatedSince
    ? [
        `(c.updated_at, c.id) < (${value(after.at, "timestamptz")}, $2::uuid) and c.updated_at >= ${value(updatedSince, "timestamptz")}`,
        (row: string) => `order by ${row}.updated_at desc, ${row}.id desc`,
      ]
    : ["c.id < $2::uuid", (row: string) => `order by ${row}.id desc`];
  const rows = `from contact c where c.workspace_id = $1::uuid and c.deleted_at is null and c.merged_into_id is null and ${bounds}`;
  const isRestricted = conditions.length > 0 || isWithoutProblem;
  const read = by
    ? `(${foundBy(by, value)}) f cross join lateral (select c.id, c.updated_at, 0 as place ${rows} and c.id = f.id offset 0) a`
    : `(
  select c.id, c.updated_at, row_number() over (${order("c")}) as place ${rows}
  ${order("c")} limit ${isRestricted ? maxRead : "$3::int"}
) a`;
  // Two attributes may have one number, and the search has more than the phone, so what was looked up is compared in any case.
  const wanted = conditions.map((condition) => conditionOn(condition, value));
  if (isWithoutProblem) wanted.push(`not ${conditionOn({ kind: "problems" }, value)}`);
  const isEnd = `a.place = ${maxRead}`;
  const sql = statement({ row: ContactRow })`
select c.id, ${columnsOf("c")}, c.is_found as "isFound", ${isEnd} as "isEnd"
from ${read}
cross join lateral (
  select c.*, coalesce(${wanted.join(" and ") || "true"}, false) as is_found from contact c
  where c.workspace_id = $1::uuid and c.id = a.id and c.deleted_at is null offset 0
) c
where c.is_found or ${isEnd}
${order("a")} limit $3::int`;
  return [sql, ...values];
}

const EventRow = z.strictObject({ ...ReadEvent.shape, ...ends });
/** What closed an event is looked up by itself for each, so fewer are read. */
const maxClosings = 1_000;
const newestFirst = "order by e.occurred_at desc, e.received_at desc, e.id desc";

/**
 * A page of a contact's events. `$1` workspace, `$2` contact, `$3` from, `$4` to, `$5` to `$7` the times and the id of the last event of
 * the page before, `$8` limit.
 */
export const eventsStatement = ({ level, open }: { level?: "problem" | "info" | undefined; open?: boolean | undefined }) => {
  const isFound = open === undefined ? "true" : `closing.at is ${open ? "" : "not "}null`;
  const isEnd = `e.place = ${maxClosings}`;
  return statement({ row: EventRow })`
select ${eventColumns}, ${isFound} as "isFound", ${open === undefined ? "false" : isEnd} as "isEnd"
from (
  select e.*, row_number() over (${newestFirst}) as place from event e
  where e.workspace_id = $1::uuid and e.contact_id = $2::uuid ${level ? `and e.level = '${level}'` : ""}
    and e.occurred_at >= $3::timestamptz and e.occurred_at < $4::timestamptz
    and (e.occurred_at, e.received_at, e.id) < ($5::timestamptz, $6::timestamptz, $7::uuid)
  ${newestFirst} limit ${open === undefined ? "$8::int" : maxClosings}
) e ${closingJoin("e")}
where ${isFound} or ${open === undefined ? "false" : isEnd}
${newestFirst} limit $8::int`;
};

type ProblemColumns = Record<Exclude<keyof Problem, "latest">, string>;
const problemColumns = {
  id: "s.id",
  event: "s.event",
  reference: "nullif(s.reference, '')",
  count: "s.count",
  firstAt: wireTime("s.first_at"),
  lastAt: wireTime("s.last_at"),
  closedAt: wireTime("s.closed_at"),
  userId: "c.user_id",
  phone: "coalesce(c.phone, p.phone)",
} satisfies ProblemColumns;

const ProblemRow = z.strictObject({
  id: z.uuid(),
  event: z.string(),
  reference: z.string().nullable(),
  count: z.int(),
  firstAt: z.string(),
  lastAt: z.string(),
  closedAt: z.string().nullable(),
  userId: z.string().nullable(),
  phone: z.string().nullable(),
  latest: z.strictObject(ReadEvent.shape),
  lastAtExact: z.date(),
  ...ends,
});

const lastFirst = (row: string) => `order by ${row}.last_at desc, ${row}.id desc`;

type Problems = {
  open: boolean | undefined;
  /** The contact: its problems are looked up by its index, and sorted. */
  ownerId: string | undefined;
  event: string | undefined;
  reference: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
  after: Position;
  limit: number;
};

/**
 * A page of problems, the one that happened last first. Those of a contact that waits for its removal are read and left out. Of closed ones
 * there is no index, because most are, nor of names and references: of those it reads no further than `maxRead`. Each row is looked up by
 * itself: the planner would join whole tables, because it does not know the limit.
 */
export function problemsQuery(workspaceId: string, of: Problems): Query<typeof ProblemRow> {
  const { open, ownerId, event, reference, from, to, after, limit } = of;
  const { values, value } = valuesFrom([workspaceId, after.at, after.id, limit]);
  const wanted = (s: string) => [
    ...(open === false ? [`${s}.closed_at is not null`] : []),
    ...(event === undefined ? [] : [`${s}.event = ${value(event, "text")}`]),
    ...(reference === undefined ? [] : [`${s}.reference = ${value(reference, "text")}`]),
  ];
  // The last time that the problem happened.
  const bounds = [
    "(o.last_at, o.id) < ($2::timestamptz, $3::uuid)",
    ...(from ? [`o.last_at >= ${value(from, "timestamptz")}`] : []),
    ...(to ? [`o.last_at < ${value(to, "timestamptz")}`] : []),
    ...(open ? [isOpen("o")] : []),
    ...(ownerId === undefined ? [] : wanted("o")),
  ].join(" and ");
  const source =
    ownerId === undefined
      ? `problem o where o.workspace_id = $1::uuid and ${bounds}`
      : `(select * from problem where workspace_id = $1::uuid and owner_id = ${value(ownerId, "uuid")} offset 0) o where ${bounds}`;
  const rest = ownerId === undefined ? wanted("s") : [];
  const isWanted = rest.join(" and ") || "true";
  const maxRows = rest.length > 0 ? String(maxRead) : "$4::int";
  const sql = statement({ row: ProblemRow })`
select ${Object.entries(problemColumns)
    .map(([name, value]) => `${value} as "${name}"`)
    .join(", ")}, ${eventObject} as latest, s.last_at as "lastAtExact",
  ${isWanted} and (case when c.id is null then p.id is not null else c.deleted_at is null end) as "isFound", s.place = ${maxRows} as "isEnd"
from (
  select o.*, row_number() over (${lastFirst("o")}) as place from ${source}
  ${lastFirst("o")} limit ${maxRows}
) s
cross join lateral (select * from event e where e.workspace_id = s.workspace_id and e.id = s.last_event_id offset 0) e ${closingJoin("e")}
left join lateral (select * from contact c where c.workspace_id = s.workspace_id and c.id = s.owner_id offset 0) c on true
left join lateral (select * from person p where p.workspace_id = s.workspace_id and p.id = s.owner_id offset 0) p on true
where ${isWanted} or s.place = ${maxRows}
${lastFirst("s")} limit $4::int`;
  return [sql, ...values];
}

const callColumns = `a.id, a.delivery_id as "deliveryId", a.action, a.label, ${stateOf("a")} as status, a.is_resend as "isResend",
  a.chat_id as "conversationId", c.user_id as "userId", a.account_id as "agentId", a.agent_name as "agentName", a.reply_status as "replyStatus",
  a.reason, a.recorded_event_id as "eventId", a.started_at as "startedAt", a.finished_at as "finishedAt", a.took_ms as "tookMs"`;
const contactOfCall = "left join contact c on c.workspace_id = a.workspace_id and c.id = a.contact_id";

const { agent: _, url, requestBody, replyBody, resultBody, ...callShape } = getActionCall.output.shape;
const ActionCallRow = z.strictObject({
  ...callShape,
  agentId: z.uuid(),
  agentName: z.string(),
  startedAt: z.date(),
  finishedAt: z.date().nullable(),
});

/**
 * A page of action calls. The values are those of the list that members read, with a state or without; then the contact, whose calls are looked
 * up by their index and sorted, and the name of the action.
 */
export const callsStatement = ({ hasState, hasContact = false, hasAction = false }: CallsBy) => {
  const isEnd = hasState || hasAction ? `a.place = ${maxRead}` : "false";
  const [contact, action] = hasContact ? ["$9", "$10"] : ["", "$9"];
  const isWanted = `${isListed}${hasAction ? ` and a.action = ${action}::text` : ""}`;
  const source = hasContact
    ? `(select * from action_call where workspace_id = $1::uuid and contact_id = ${contact}::uuid offset 0) a where ${within}`
    : `action_call a where a.workspace_id = $1::uuid and ${within}`;
  return statement({ row: ActionCallRow.extend(ends) })`
select ${callColumns}, ${isWanted} as "isFound", ${isEnd} as "isEnd"
from (
  select a.*, row_number() over (${newestCallsFirst}) as place from ${source}
  ${newestCallsFirst} limit ${hasState || hasAction ? maxRead : "$8::int"}
) a ${contactOfCall}
where ${isWanted} or ${isEnd}
${newestCallsFirst} limit $8::int`;
};

type CallsBy = { hasState: boolean; hasContact?: boolean; hasAction?: boolean };

/** `$1` workspace, `$2` call. */
export const callStatement = statement({ row: ActionCallRow.extend({ url, requestBody, replyBody, resultBody }) })`
select ${callColumns}, a.url, a.request_body as "requestBody", a.reply_body as "replyBody", a.result_body as "resultBody"
from action_call a ${contactOfCall} where a.workspace_id = $1::uuid and a.id = $2::uuid`;
