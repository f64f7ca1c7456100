import { z } from "zod";
import { statement } from "@/lib/platform/db/statement";

/** `isChecking`: a check is under way that may find more lines of this contact. */
const ForgottenRow = z.strictObject({ count: z.int(), isChecking: z.boolean() });

/**
 * `$1` workspace, `$2` why as JSON: files of imports go when somebody is forgotten, because a file may name them in any column, and nobody has
 * said which is what. One that was not checked fails, and has no headers any more: they may have been somebody. One that is being checked goes
 * afterwards, and the lines of one that was checked can still be run: what is written of them, and what is not, is known by their userIds.
 */
export const discardFilesStatement = statement()`
with locked as materialized (
  select i.id from contact_import i
  where i.workspace_id = $1::uuid and i.pieces > 0 and not i.drops_file order by i.id for no key update
),
unchecked as materialized (
  select i.id from contact_import i join locked k on k.id = i.id
  where i.workspace_id = $1::uuid and i.started_at is null and i.state in ('columns', 'failed')
)
update contact_import i set drops_file = true,
  state = case when u.id is null then i.state else 'failed' end,
  failure = case when u.id is null then i.failure else $2::jsonb end,
  columns = case when u.id is null then i.columns else '[]'::jsonb end,
  finished_at = case when u.id is null then i.finished_at else now() end
from locked k left join unchecked u on u.id = k.id
where i.workspace_id = $1::uuid and i.id = k.id`;

/**
 * `$1` workspace, `$2` the userId of a deleted contact, `$3` when it was deleted, `$4` how many at most: takes its lines out of imports that were
 * sent before; a later one brings it anew. Lines that no run has reached count no more. Of lines without a userId nobody knows whose they are, so
 * they lose what was in them. Imports are locked before their lines, as their chunks do.
 */
export const forgetLinesStatement = statement({ row: ForgottenRow, writes: true })`
with chosen as materialized (
  select l.import_id, l.line from contact_import_line l
  join contact_import i on i.workspace_id = l.workspace_id and i.id = l.import_id
  where l.workspace_id = $1::uuid and l.user_id = $2::text and i.created_at < $3::timestamptz limit $4::int
),
nameless as materialized (
  select l.import_id, l.line from contact_import i
  join contact_import_line l on l.workspace_id = i.workspace_id and l.import_id = i.id
  where i.workspace_id = $1::uuid and i.created_at < $3::timestamptz and l.user_id is null and (l.value is not null or l.cells is not null) limit $4::int
),
locked as materialized (
  select i.id, i.state, i.position from contact_import i
  where i.workspace_id = $1::uuid and i.id in (select import_id from chosen union select import_id from nameless)
  order by i.id for no key update
),
gone as (
  delete from contact_import_line l using chosen c join locked k on k.id = c.import_id
  where l.workspace_id = $1::uuid and l.import_id = c.import_id and l.line = c.line
  returning l.import_id, l.result, l.left_out, k.state in ('checking', 'checked') or k.state = 'running' and l.line > k.position as is_ahead
),
emptied as (
  update contact_import_line l set value = null, cells = null from nameless n join locked k on k.id = n.import_id
  where l.workspace_id = $1::uuid and l.import_id = n.import_id and l.line = n.line returning l.line
),
fewer as (select import_id, result, count(*)::int as n, count(left_out)::int as left_out from gone where is_ahead group by import_id, result),
counted as (
  update contact_import i set
    kept_lines = i.kept_lines - (select count(*)::int from gone g where g.import_id = i.id),
    lines = i.lines - coalesce((select sum(f.n) from fewer f where f.import_id = i.id), 0)::int,
    left_out = i.left_out - coalesce((select sum(f.left_out) from fewer f where f.import_id = i.id), 0)::int,
    counts = i.counts || coalesce((
      select jsonb_object_agg(f.result, coalesce((i.counts->>f.result)::int, 0) - f.n) from fewer f where f.import_id = i.id
    ), '{}')
  where i.workspace_id = $1::uuid and i.id in (select import_id from gone)
)
select (select count(*)::int from gone) + (select count(*)::int from emptied) as count, exists (
  select from contact_import i where i.workspace_id = $1::uuid and i.state = 'checking' and i.created_at < $3::timestamptz
) as "isChecking"`;

const lineKey = { importId: z.uuid(), line: z.int() };
/** How far it looked, and how many of those lines were emptied. No row: there are no more lines. */
const EmptiedRow = z.strictObject({ ...lineKey, count: z.int() });

/** Marks around a text that a spreadsheet or a reader of CSV drops. */
const marks = `E' \\t\\r\\n="''\\u00a0\\u200b\\u200e\\u200f\\u202a\\u202c\\u2066\\u2069\\ufeff'`;
/** The zero of each script whose digits are read as a phone. */
const zeros = ["0", "\u0660", "\u06f0", "\u0966", "\uff10"].map((zero) => zero.codePointAt(0) ?? 0);
const digitIn = (digit: number): string => String.fromCodePoint(...zeros.map((zero) => zero + digit));
/** So many digits at its end a phone has however it is written: with its country or without, and whatever is behind it. */
const phoneEnd = 7;

/** What finds a phone in a text of cells in JSON, by one pass: its end, with whatever else stands between its digits. */
export const phonePattern = (phone: string): string => {
  const others = `[^"${zeros.map((zero) => `${String.fromCodePoint(zero)}-${String.fromCodePoint(zero + 9)}`).join("")}]*`;
  return [...phone.slice(-phoneEnd)].map((digit) => `[${digitIn(Number(digit))}]`).join(others);
};

const inJson = (text: string) => `btrim(to_jsonb(${text})::text, '"')`;

/**
 * Whether a line `l` names somebody in any of its cells, whatever its column: by the userId as a reader makes it of the cell, or in a list in JSON;
 * by the e-mail within a text; or by the end of the phone within digits. So a phone or an e-mail counts, too, for which the line was refused.
 * Rather a line of somebody else too many than one of theirs too few.
 */
const namesThem = (userId: string, email: string, phone: string) => `(case
    when strpos(lower(l.text), lower(${inJson(email)})) > 0 then true
    when l.text ~ ${phone} then true
    when strpos(l.text, ${inJson(userId)}) > 0 then exists (select from (select coalesce(e.one->>'text', e.one#>>'{}') as text from jsonb_array_elements(l.cells) e(one)) c
      where btrim(c.text, ${marks}) = ${userId} or strpos(c.text, to_jsonb(${userId})::text) > 0)
    else false end)`;

/**
 * Empties what was kept of lines to be mended that name a deleted contact under a userId which is not theirs; their number, result and reason stay,
 * and so does what would be written for that userId. `$1` workspace, `$2` the contact’s userId, `$3` its e-mail and `$4` what finds its phone, null for none,
 * `$5` when it was deleted, `$6` import and `$7` line before, `$8` how many lines are looked at.
 */
export const forgetMentionsStatement = statement({ row: EmptiedRow, writes: true })`
with looked as materialized (
  select l.import_id, l.line, l.cells, l.cells::text as text
  from contact_import_line l
  where l.workspace_id = $1::uuid and l.cells is not null and l.user_id is not null and (l.import_id, l.line) > ($6::uuid, $7::int)
  order by l.import_id, l.line limit $8::int
),
named as materialized (
  select l.import_id, l.line from looked l join contact_import i on i.workspace_id = $1::uuid and i.id = l.import_id
  where i.created_at < $5::timestamptz and ${namesThem("$2::text", "$3::text", "$4::text")}
),
emptied as (
  update contact_import_line l set value = null, cells = null,
    left_out = (select jsonb_agg(o.one || '{"value": ""}') from jsonb_array_elements(l.left_out) o(one))
  from named n where l.workspace_id = $1::uuid and l.import_id = n.import_id and l.line = n.line returning l.line
)
select import_id as "importId", line, (select count(*)::int from emptied) as count from looked order by import_id desc, line desc limit 1`;
