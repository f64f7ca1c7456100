import { z } from "zod";
import { filesOf, isFound } from "@/lib/desk/search/sql";
import { aliasesOf } from "@/lib/people/contact-of";
import { limitOf, plannedAnew } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { CountRow } from "@/lib/platform/db/turns/sql";

export const Kind = z.enum(["contact", "person", "message", "event"]);
export type Kind = z.output<typeof Kind>;

const nullable = z.string().nullable();
const source = { workspaceId: z.uuid(), id: z.uuid(), at: z.date() };

/**
 * Batches come one after the other, also when an instance that has lost the connection of its turn is in the middle of one: it would
 * write once more what another one has just removed.
 */
export const inTurnStatement = statement({ scope: "everywhere" })`select pg_advisory_xact_lock(hashtextextended('search batch', 0))::text`;

const PendingRow = z.strictObject({ isPending: z.boolean() });
const TodoRow = z.strictObject({
  workspaceId: z.uuid(),
  kind: Kind,
  target: z.uuid().nullable(),
  event: nullable,
  reference: nullable,
});
export type Todo = z.output<typeof TodoRow>;

/** Whether anything of any workspace waits. */
export const pendingStatement = statement({ row: PendingRow, scope: "all" })`
select exists (select from search_todo) or exists (select from search_backfill) as "isPending"`;

/** From one workspace with something to index to the next, `$2` at most: the first one where `begins`, and each where `goesOn`. */
const walk = (name: string, begins: string, goesOn = "true") => `
  (select s.workspace_id, 1 as place from search_todo s where ${begins} order by s.workspace_id limit 1)
  union all
  select n.workspace_id, w.place + 1 from ${name} w cross join lateral (
    select s.workspace_id from search_todo s where s.workspace_id > w.workspace_id and ${goesOn} order by s.workspace_id limit 1
  ) n where w.place < $2::int`;

/**
 * Takes what is indexed in the same transaction: `$3` rows in total of up to `$2` workspaces, the next ones after `$1` and then from the
 * first again, of each an equal share of what has waited longest, and what those with little leave of theirs. It reads what it takes,
 * whatever waits behind it.
 */
export const takeStatement = statement({ row: TodoRow, scope: "first", writes: true })`
with recursive ahead as (${walk("ahead", "s.workspace_id > $1::uuid")}
),
behind as (${walk("behind", "s.workspace_id <= $1::uuid", "s.workspace_id <= $1::uuid")}
),
waiting as (
  select workspace_id from (
    select workspace_id, 1 as lap, place from ahead union all select workspace_id, 2, place from behind
  ) found order by lap, place limit ${limitOf("$2")}
),
equal as (select greatest(1, $3::int / greatest(1, count(*)))::int as share from waiting),
wanted as (
  select w.workspace_id, e.share, (
    select count(*) from (select from search_todo s where s.workspace_id = w.workspace_id order by s.id limit e.share + 1) first
  ) as count
  from waiting w cross join equal e
),
allowed as (
  select workspace_id,
    share + (sum(greatest(0, share - count)) over () / greatest(1, count(*) filter (where count > share) over ()))::int as count
  from wanted
),
due as (
  select d.workspace_id, d.id from allowed a cross join lateral (
    select s.workspace_id, s.id from search_todo s where s.workspace_id = a.workspace_id order by s.id limit a.count for update skip locked
  ) d
)
delete from search_todo t
where t.workspace_id = any(array(select workspace_id from due)) and t.id = any(array(select id from due))
returning t.workspace_id as "workspaceId", t.kind::text as kind, t.target, t.event, t.reference ${plannedAnew}`;

/** `$1` workspace. */
export const skipStatement = statement()`
delete from search_todo where workspace_id = $1::uuid and id = (select min(id) from search_todo where workspace_id = $1::uuid)`;

/** `$1` the limit. */
export const countStatement = statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (select from search_todo limit $1::int) waiting`;

export const ContactSource = z.strictObject({
  ...source,
  name: nullable,
  userId: nullable,
  aliases: z.array(z.string()),
  email: nullable,
  phone: nullable,
});
export const PersonSource = z.strictObject({
  ...source,
  name: nullable,
  phone: nullable,
  username: nullable,
  email: nullable,
  typedPhone: nullable,
});
export const MessageSource = z.strictObject({ ...source, text: nullable, files: z.array(z.string()) });
/** An item that is not found, such as a card, has no text and no files. */
const ItemSource = MessageSource.extend({ isFound: z.boolean() });
export const EventSource = z.strictObject({ workspaceId: z.uuid(), event: z.string(), reference: z.string(), at: z.date() });

const contactColumns = `c.workspace_id as "workspaceId", c.id, c.created_at as at, c.name, c.user_id as "userId", ${aliasesOf("c")} as aliases,
  c.email, c.phone`;
const personColumns = `p.workspace_id as "workspaceId", p.id, p.created_at as at, p.name, p.phone, p.username, p.email, p.typed_phone as "typedPhone"`;
const itemColumns = `i.workspace_id as "workspaceId", i.id, i.created_at as at, i.text, ${filesOf} as files`;

const asked = 'from jsonb_to_recordset($1::jsonb) as t("workspaceId" uuid, id uuid)';

/** Reads the contacts of `$1`, a JSON array of workspaces and ids. Lateral, so that each is one look-up in the index. */
export const contactsStatement = statement({ row: ContactSource, scope: "list" })`
select c.* ${asked} cross join lateral (
  select ${contactColumns} from contact c where c.workspace_id = t."workspaceId" and c.id = t.id and c.deleted_at is null and c.merged_into_id is null limit 1
) c`;
export const peopleStatement = statement({ row: PersonSource, scope: "list" })`
select p.* ${asked} cross join lateral (
  select ${personColumns} from person p where p.workspace_id = t."workspaceId" and p.id = t.id limit 1
) p`;
export const messagesStatement = statement({ row: MessageSource, scope: "list" })`
select i.* ${asked} cross join lateral (
  select ${itemColumns} from chat_item i where i.workspace_id = t."workspaceId" and i.id = t.id and ${isFound} limit 1
) i`;

/** The names and references of `$1`, a JSON array, that an event has. */
export const eventsStatement = statement({ row: EventSource, scope: "list" })`
select t."workspaceId", t.event, t.reference, e.at
from jsonb_to_recordset($1::jsonb) as t("workspaceId" uuid, event text, reference text) cross join lateral (
  select e.occurred_at as at from event e
  where e.workspace_id = t."workspaceId" and e.event = t.event and event_reference(e.properties) = t.reference
  order by e.occurred_at desc limit 1
) e`;

/** `$1` is a JSON array of what is found by which text. */
export const writePeopleStatement = statement({ scope: "list" })`
insert into search_person as s (workspace_id, id, kind, at, search_text)
select t."workspaceId", t.id, t.kind::search_kind, t.at, t.text
from jsonb_to_recordset($1::jsonb) as t("workspaceId" uuid, id uuid, kind text, at timestamptz, text text)
on conflict (workspace_id, id) do update set search_text = excluded.search_text where s.search_text <> excluded.search_text
`;
export const writeMessagesStatement = statement({ scope: "list" })`
insert into search_message as s (workspace_id, id, at, search_text)
select t."workspaceId", t.id, t.at, t.text from jsonb_to_recordset($1::jsonb) as t("workspaceId" uuid, id uuid, at timestamptz, text text)
on conflict (workspace_id, id) do update set search_text = excluded.search_text where s.search_text <> excluded.search_text
`;
export const writeEventsStatement = statement({ scope: "list" })`
insert into search_event (workspace_id, event, reference, at, search_text)
select t."workspaceId", t.event, t.reference, t.at, t.text
from jsonb_to_recordset($1::jsonb) as t("workspaceId" uuid, event text, reference text, at timestamptz, text text)
on conflict (workspace_id, event, reference) do nothing
`;

/** Removes the entries of `$1`, a JSON array of what is no longer there. */
export const removePeopleStatement = statement({ scope: "list" })`
delete from search_person s using jsonb_to_recordset($1::jsonb) as t("workspaceId" uuid, id uuid)
where s.workspace_id = t."workspaceId" and s.id = t.id`;
export const removeMessagesStatement = statement({ scope: "list" })`
delete from search_message s using jsonb_to_recordset($1::jsonb) as t("workspaceId" uuid, id uuid)
where s.workspace_id = t."workspaceId" and s.id = t.id`;
export const removeEventsStatement = statement({ scope: "list" })`
delete from search_event s using jsonb_to_recordset($1::jsonb) as t("workspaceId" uuid, event text, reference text)
where s.workspace_id = t."workspaceId" and s.event = t.event and s.reference = t.reference`;

const BackfillRow = z.strictObject({ workspaceId: z.uuid(), kind: Kind, before: z.uuid().nullable() });
export type Backfill = z.output<typeof BackfillRow>;

/** The next part to do of all workspaces: people first. */
export const nextBackfillStatement = statement({ row: BackfillRow, scope: "first" })`
select workspace_id as "workspaceId", kind::text as kind, before from search_backfill b order by b.kind, b.workspace_id limit 1`;

/** `$1` workspace, `$2` the id to continue before, or null, `$3` how many. */
const EventPageRow = EventSource.extend({ id: z.uuid() });

export const pageStatements = {
  contact: statement({ row: ContactSource })`select ${contactColumns} from contact c
    where c.workspace_id = $1::uuid and c.merged_into_id is null and ($2::uuid is null or c.id < $2::uuid) order by c.id desc limit $3::int`,
  person: statement({ row: PersonSource })`select ${personColumns} from person p
    where p.workspace_id = $1::uuid and ($2::uuid is null or p.id < $2::uuid) order by p.id desc limit $3::int`,
  message: statement({ row: ItemSource })`select ${itemColumns}, ${isFound} as "isFound" from chat_item i
    where i.workspace_id = $1::uuid and ($2::uuid is null or i.id < $2::uuid) order by i.id desc limit $3::int`,
  event: statement({ row: EventPageRow })`
select e.workspace_id as "workspaceId", e.id, e.event, event_reference(e.properties) as reference, e.occurred_at as at from event e
    where e.workspace_id = $1::uuid and ($2::uuid is null or e.id < $2::uuid) order by e.id desc limit $3::int`,
} as const;

/** `$1` workspace, `$2` kind, `$3` the last id that was done. */
export const advanceStatement = statement()`update search_backfill set before = $3::uuid where workspace_id = $1::uuid and kind = $2::search_kind`;
export const finishStatement = statement()`delete from search_backfill where workspace_id = $1::uuid and kind = $2::search_kind`;
