import { z } from "zod";
import { judgedSql, ledToSql } from "@/lib/context/contacts/sql";
import { RefusalData } from "@/lib/kernel/contract";
import { statement } from "@/lib/platform/db/statement";
import { CountRow, NextRow } from "@/lib/platform/db/turns/sql";
import { lineResults } from "./contract";
import { working } from "./row";

const works = `(${working.map((state) => `'${state}'`).join(", ")})`;
/** The file of the import `i` is to go. One that is arriving is still written: it goes when it is whole. */
const dropsFile = "i.drops_file and i.pieces > 0 and i.state <> 'uploading'";
/** Nobody needs the lines of the import `i`, because nothing was written of them. */
const hasUnneeded = "i.state in ('cancelled', 'failed') and i.written = 0 and i.kept_lines > 0";
/** Whether there is something to do with the import `i` by now, `$2`. */
const isDue = (now: string) =>
  `(i.state in ${works} or ${dropsFile} or ${hasUnneeded} or i.expires_at <= ${now}) and not (
    i.state = 'running' and exists (
      select from contact_import o where o.workspace_id = i.workspace_id and o.state = 'running' and (o.started_at, o.id) < (i.started_at, i.id)
    )
  )`;

const DueRow = z.strictObject({ id: z.uuid() });

/** `$1` workspace, `$2` now: the one that had a chunk longest ago. Of those that run only the first. */
export const dueStatement = statement({ row: DueRow })`
select i.id from contact_import i where i.workspace_id = $1::uuid and ${isDue("$2::timestamptz")} order by i.stepped_at, i.id limit 1`;

/** `$1` workspace. */
export const nextStatement = statement({ row: NextRow })`
select min(case when i.state in ${works} or ${dropsFile} or ${hasUnneeded} then now() else i.expires_at end) as "dueAt"
from contact_import i where i.workspace_id = $1::uuid`;

/** Gives a turn to workspaces that have imports and no turn. */
export const sweepStatement = statement({ scope: "all" })`
insert into queue_turn (workspace_id, queue, due_at)
select w.id, 'imports', now() from workspace w
where exists (select from contact_import i where i.workspace_id = w.id)
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = 'imports')
on conflict do nothing`;

/** `$1` workspace, `$2` now, `$3` how many stay: of imports that ended and wrote nothing the oldest go before their time. */
export const trimStatement = statement()`
update contact_import set expires_at = $2::timestamptz where workspace_id = $1::uuid and expires_at > $2::timestamptz and id in (
  select id from contact_import
  where workspace_id = $1::uuid and state in ('cancelled', 'failed', 'done') and written = 0
  order by created_at desc, id desc offset $3::int
)`;

/** `$1` the limit. */
export const countStatement = statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (select from contact_import where state in ${works} limit $1::int) waiting`;

const Result = z.enum(lineResults);
const CountedRow = z.strictObject({ result: Result, count: z.int(), leftOut: z.int() });

/** Whether the contact `$1`, `l.user_id` was deleted after the import `$2` had been sent: the line is about to be removed, and nothing is written of it. */
const isForgotten = (userId: string) => `exists (
    select from contact d join contact_import s on s.workspace_id = d.workspace_id
    where d.workspace_id = $1::uuid and d.former_user_id = ${userId} and s.id = $2::uuid and d.deleted_at > s.created_at
  )`;

/**
 * Writes a chunk of lines with what the run would do with each. `$1` workspace, `$2` import, `$3` the lines as JSON, each of which is refused
 * already or has a userId that no other line of the chunk has, `$4` as JSON why a contact would be refused that has too many attributes, `$5` the
 * attributes whose type is said.
 */
export const checkStatement = statement({ row: CountedRow, writes: true })`
with input as materialized (
  select (e->>'line')::int as line, e->>'userId' as user_id, e->>'result' as result, e->'fields' as f, e->'attributes' as attributes,
    e->>'column' as in_column, e->>'value' as value, e as why
  from jsonb_array_elements($3::jsonb) e
  where not ${isForgotten("e->>'userId'")}
),
judged as materialized (
  select t.*, case
    when t.result is not null then t.result
    when exists (
      select from contact_import_line l
      where l.workspace_id = $1::uuid and l.import_id = $2::uuid and l.user_id = t.user_id and l.result in ('new', 'changed', 'unchanged')
    ) then 'duplicate'
    else ${judgedSql("t.f", "t.attributes", "$5::text[]")} end as found
  from input t left join ${ledToSql("$1::uuid", "t.user_id")}
),
added as (
  insert into contact_import_line (
    workspace_id, import_id, line, result, user_id, fields, attributes, "column", value, reason, refusal, left_out, cells
  )
  select $1::uuid, $2::uuid, j.line, j.found, j.user_id, w.f, w.attributes, j.in_column, j.value,
    y.why->>'reason', y.why->'refusal', w.left_out, case when j.found = 'refused' or w.left_out is not null then j.why->'cells' end
  from judged j
  left join lateral (
    select j.f, j.attributes, case when j.found <> 'refused' then j.why->'leftOut' end as left_out
    where j.found in ('new', 'changed', 'unchanged') or j.found = 'refused' and j.result is null
  ) w on true
  left join lateral (select case when j.result is null then $4::jsonb else j.why end as why where j.found = 'refused') y on true
  returning result, left_out
)
select result, count(*)::int as count, count(left_out)::int as "leftOut" from added group by result`;

/** `$1` workspace, `$2` import, `$3` how many at most: lines that nobody needs any more. */
export const removeLinesStatement = statement()`
delete from contact_import_line where workspace_id = $1::uuid and import_id = $2::uuid and line in (
  select line from contact_import_line where workspace_id = $1::uuid and import_id = $2::uuid limit $3::int
)`;

const Fields = z.record(z.string(), z.string());
const Attributes = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));
const line = {
  line: z.int(),
  result: Result,
  userId: z.string().nullable(),
  fields: Fields.nullable(),
  attributes: Attributes.nullable(),
};
/** `isShort`: without some of its values. */
const ChunkRow = z.strictObject({ ...line, isShort: z.boolean(), isForgotten: z.boolean() });

/** `$1` workspace, `$2` import, `$3` the line before, `$4` how many. Whatever their result, so that they are read in the order of their key. */
export const chunkStatement = statement({ row: ChunkRow })`
select l.line, l.result, l.user_id as "userId", l.fields, l.attributes, l.left_out is not null as "isShort",
  ${isForgotten("l.user_id")} as "isForgotten"
from contact_import_line l
where l.workspace_id = $1::uuid and l.import_id = $2::uuid and l.line > $3::int order by l.line limit $4::int`;

/** `$1` workspace, `$2` import, `$3` lines. */
export const removeNumberedStatement = statement()`
delete from contact_import_line where workspace_id = $1::uuid and import_id = $2::uuid and line = any($3::int[])`;

/** `$1` workspace, `$2` import, `$3` a JSON array of `{ line, result, contactId, reason, refusal, leftOut }`: what the run did. */
export const ranStatement = statement()`
update contact_import_line l set result = e->>'result', contact_id = (e->>'contactId')::uuid, reason = e->>'reason', refusal = e->'refusal',
  left_out = case when e ? 'leftOut' then coalesce(l.left_out, '[]') || (e->'leftOut') else l.left_out end
from jsonb_array_elements($3::jsonb) e
where l.workspace_id = $1::uuid and l.import_id = $2::uuid and l.line = (e->>'line')::int`;

const PutRow = z.strictObject({ contactId: z.uuid(), tagId: z.uuid() });

/**
 * `$1` workspace, `$2` a JSON array of `{ contactId, tagIds }`, whose contacts are locked, `$3` how many tags a contact has at most. Returns which of
 * these tags each has now. With the time of the transaction, in which a contact may have been made: so an undo knows them from later ones.
 */
export const putTagsStatement = statement({ row: PutRow, writes: true })`
with wanted as materialized (
  select (e->>'contactId')::uuid as contact_id, t.id::uuid as tag_id, min(t.at) as at
  from jsonb_array_elements($2::jsonb) e cross join lateral jsonb_array_elements_text(e->'tagIds') with ordinality as t(id, at) group by 1, 2
),
there as materialized (
  select h.contact_id, h.tag_id from contact_tag h
  where h.workspace_id = $1::uuid and h.contact_id in (select contact_id from wanted)
),
missing as (
  select w.*, row_number() over (partition by w.contact_id order by w.at) as place from wanted w
  where not exists (select from there t where t.contact_id = w.contact_id and t.tag_id = w.tag_id)
),
put as (
  insert into contact_tag (workspace_id, contact_id, tag_id, created_at)
  select $1::uuid, m.contact_id, m.tag_id, now() from missing m
  where m.place + (select count(*) from there t where t.contact_id = m.contact_id) <= $3::int
  on conflict do nothing returning contact_id, tag_id
)
select contact_id as "contactId", tag_id as "tagId" from put
union all
select w.contact_id, w.tag_id from wanted w join there t on t.contact_id = w.contact_id and t.tag_id = w.tag_id`;

const MadeRow = z.strictObject({ line: z.int(), contactId: z.uuid(), userId: z.string() });

/** `$1` workspace, `$2` import, `$3` the line before, `$4` how many: lines of which the run made contacts. */
export const madeStatement = statement({ row: MadeRow })`
select line, contact_id as "contactId", user_id as "userId" from contact_import_line
where workspace_id = $1::uuid and import_id = $2::uuid and line > $3::int and contact_id is not null order by line limit $4::int`;

/** `$1` workspace, `$2` import, `$3` userIds: their lines, also those that are duplicates. Other imports keep theirs: they may be about to be run. */
export const removeThoseStatement = statement()`
delete from contact_import_line where workspace_id = $1::uuid and import_id = $2::uuid and user_id = any($3::text[])`;

const LeftOutRow = z.object({ column: z.string(), value: z.string(), reason: z.string(), refusal: RefusalData.optional() });
const ListedRow = z.strictObject({
  ...line,
  column: z.string().nullable(),
  value: z.string().nullable(),
  reason: z.string().nullable(),
  refusal: RefusalData.nullable(),
  leftOut: z.array(LeftOutRow).nullable(),
});
const listed = (where: string, more = "") => `
select line, result, user_id as "userId", fields, attributes, "column", value, reason, refusal, left_out as "leftOut"${more} from contact_import_line
where workspace_id = $1::uuid and import_id = $2::uuid and line > $3::int${where} order by line limit $4::int`;

/** `$1` workspace, `$2` import, `$3` the line before, `$4` how many. */
export const linesStatement = statement({ row: ListedRow })`${listed("")}`;
/** `$5`: only lines with this result. */
export const linesWithStatement = statement({ row: ListedRow })`${listed(" and result = $5::text")}`;
/** `$5`: only lines with this result, null for any. Those without some of their values, and those with all of them. */
export const leftOutStatement = statement({ row: ListedRow })`${listed(" and left_out is not null and ($5::text is null or result = $5)")}`;
export const wholeStatement = statement({ row: ListedRow })`${listed(" and left_out is null and ($5::text is null or result = $5)")}`;

const MendableRow = ListedRow.extend({ cells: z.array(z.union([z.string(), z.strictObject({ text: z.string() })])).nullable() });
/** Refused lines, and those without some of their values, as they are in the file. Of a line that a deletion has emptied there is nothing to mend. */
export const refusedStatement = statement({
  row: MendableRow,
})`${listed(" and result = 'refused' and (cells is not null or fields is not null)", ", cells")}`;
export const mendableStatement = statement({ row: MendableRow })`${listed(" and left_out is not null", ", cells")}`;

const WidthRow = z.strictObject({ width: z.int() });
/** `$1` workspace, `$2` import: the cells of the refused line that has the most. */
export const widthStatement = statement({ row: WidthRow })`
select coalesce(max(jsonb_array_length(cells)), 0)::int as width from contact_import_line
where workspace_id = $1::uuid and import_id = $2::uuid and result = 'refused' and "column" is null`;
