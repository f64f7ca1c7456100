import { z } from "zod";
import { highestId } from "@/lib/kernel/id-bounds";
import { IdRow } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

/**
 * Writes a batch; `$1` is a JSON array of lines. A successful call for a contact that no longer exists is stored without the
 * userId. The lock on the contact waits for a deletion in progress; a later deletion finds the written line. What was sent is left out
 * where the workspace keeps nothing of it.
 */
export const writeStatement = statement({ scope: "list" })`
with input as (
  select (r->>'workspaceId')::uuid as ws, (r->>'id')::uuid as id, r->>'method' as method, r->>'path' as path, r->>'userId' as user_id,
    (r->>'status')::int as status, r->>'code' as code, r->>'message' as message, (r->>'tookMs')::float8 as took_ms,
    r->>'requestId' as request_id, (r->>'keyId')::uuid as key_id, (r->>'at')::timestamptz as at,
    r->>'body' as body, r->>'answer' as answer, r->>'ignored' as ignored
  from jsonb_array_elements($1::jsonb) r
),
there as (
  select c.workspace_id, c.user_id
  from (select distinct ws, user_id from input where user_id is not null order by ws, user_id) i
  cross join lateral (
    select workspace_id, user_id from contact c where c.workspace_id = i.ws and c.user_id = i.user_id limit 1 for key share
  ) c
)
insert into api_request
  (workspace_id, id, method, path, user_id, status, code, message, took_ms, request_id, key_id, created_at, body, answer, ignored)
select i.ws, i.id, i.method, i.path,
  case when i.status >= 400 or exists (select from there t where t.workspace_id = i.ws and t.user_id = i.user_id) then i.user_id end,
  i.status, i.code, i.message, i.took_ms, i.request_id, i.key_id, i.at,
  case when w.keeps_request_bodies then i.body end, case when w.keeps_request_bodies then i.answer end,
  case when w.keeps_request_bodies then i.ignored end
from input i left join workspace w on w.id = i.ws
`;

const RequestRow = z.strictObject({
  id: z.uuid(),
  createdAt: z.date(),
  method: z.string(),
  path: z.string(),
  userId: z.string().nullable(),
  status: z.int(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  tookMs: z.number(),
  requestId: z.string(),
  keyName: z.string().nullable(),
  lastFour: z.string().nullable(),
  ignored: z.string().nullable(),
});

const fields = `r.id, r.created_at as "createdAt", r.method, r.path, r.user_id as "userId", r.status, r.code, r.message,
  r.took_ms as "tookMs", r.request_id as "requestId", k.name as "keyName", k.last_four as "lastFour",
  case when w.keeps_request_bodies then r.ignored end as ignored`;
const sources = `api_request r join workspace w on w.id = r.workspace_id
left join api_key k on k.workspace_id = r.workspace_id and k.id = r.key_id`;

/**
 * `$1` workspace, `$2` and `$3` lowest and highest status, `$4` a part of the path as it was sent, or null, and `$5` the same as written in a
 * userId, `$6` key or null, `$7` the last id of the previous page or null, `$8` limit.
 */
export const listStatement = statement({ row: RequestRow })`
select ${fields}
from ${sources}
where r.workspace_id = $1::uuid and r.status between $2::int and $3::int
  and ($4::text is null or strpos(r.path, $4::text) > 0
    or strpos(replace(r.path, '{userId}', coalesce(r.user_id, '{userId}')), $5::text) > 0)
  and ($6::uuid is null or r.key_id = $6::uuid) and r.id < coalesce($7::uuid, '${highestId}')
order by r.id desc limit $8::int
`;

const SentRow = RequestRow.pick({ code: true, message: true, status: true }).extend({
  body: z.string().nullable(),
  answer: z.string().nullable(),
});

/** What line `$2` of workspace `$1` has of the call and its answer. */
export const sentStatement = statement({ row: SentRow })`
select r.code, r.message, r.status, case when w.keeps_request_bodies then r.body end as body,
  case when w.keeps_request_bodies then r.answer end as answer
from api_request r join workspace w on w.id = r.workspace_id
where r.workspace_id = $1::uuid and r.id = $2::uuid
`;

const ErrorRow = z.strictObject({ code: z.string(), status: z.int(), message: z.string().nullable(), count: z.int(), lastAt: z.date() });

/** Like errors of workspace `$1` since `$2`, the most frequent first, `$3` of them. Numbers in a message, and what was sent, make no difference. */
export const errorsStatement = statement({ row: ErrorRow })`
select r.code, max(r.status) as status, (array_agg(r.message order by r.id desc))[1] as message, count(*)::int as count, max(r.created_at) as "lastAt"
from api_request r
where r.workspace_id = $1::uuid and r.status >= 400 and r.created_at >= $2::timestamptz and r.code is not null
group by r.code, regexp_replace(split_part(coalesce(r.message, ''), '; you sent', 1), '[0-9]+', '0', 'g')
order by count(*) desc, max(r.created_at) desc limit $3::int
`;

const IgnoredRow = z.strictObject({ name: z.string(), method: z.string(), path: z.string(), count: z.int(), lastAt: z.date() });

/** The fields that calls of workspace `$1` sent since `$2` and that were ignored, the most frequent first, `$3` of them. */
export const ignoredStatement = statement({ row: IgnoredRow })`
select n.name, r.method, r.path, count(*)::int as count, max(r.created_at) as "lastAt"
from api_request r join workspace w on w.id = r.workspace_id
cross join lateral unnest(string_to_array(r.ignored, ', ')) as n(name)
where r.workspace_id = $1::uuid and r.ignored is not null and r.created_at >= $2::timestamptz and w.keeps_request_bodies
group by 1, 2, 3 order by 4 desc, 5 desc limit $3::int
`;

const ForgottenRow = z.strictObject({ count: z.int(), last: z.uuid().nullable() });

/**
 * Removes a userId from a batch of lines, also from mistyped paths. `$1` workspace, `$2` userId, `$3` the userId as encoded in a
 * path, `$4` latest creation time, `$5` id to start after, `$6` how many lines to read. A body may have it in the place of a name: `$7` is
 * the userId as JSON. Returns the last line that was read.
 */
export const forgetStatement = statement({ row: ForgottenRow, writes: true })`
with part as (select id from api_request where workspace_id = $1::uuid and id > $5::uuid order by id limit $6::int),
redacted as (
  update api_request set user_id = nullif(user_id, $2::text), message = null, body = null, answer = null, ignored = null,
    path = case when user_id is null and string_to_array(path, '/') && array[$2::text, $3::text] then '…' else path end
  where workspace_id = $1::uuid and id in (select id from part) and created_at <= $4::timestamptz
    and (user_id = $2::text or (user_id is null and string_to_array(path, '/') && array[$2::text, $3::text])
      or strpos(body, $7::text) > 0 or $2::text = any(string_to_array(ignored, ', '))
      or (strpos(concat(message, ' ', answer), $2::text) > 0
        and $2::text = any(regexp_split_to_array(concat(message, ' ', answer), '[][[:space:].,:;“”"]+'))))
)
select count(*)::int as count, (select id from part order by id desc limit 1) as last from part
`;

/** The same of many, `$2` userIds, only where a line names its contact. */
export const forgetAllStatement = statement()`
update api_request set user_id = null, message = null, body = null, answer = null, ignored = null
where workspace_id = $1::uuid and user_id = any($2::text[])
`;

/** The id before the newest `$2` lines of workspace `$1`. */
export const behindStatement = statement({ row: IdRow })`
select coalesce((select id from api_request where workspace_id = $1::uuid order by id desc offset $2::int limit 1),
  '00000000-0000-0000-0000-000000000000'::uuid) as id
`;

/** `$1` workspace, `$2` oldest creation time, `$3` how many lines stay, `$4` batch size. */
export const removeStatement = statement()`
delete from api_request where workspace_id = $1::uuid and id in (
  select id from api_request
  where workspace_id = $1::uuid and (created_at < $2::timestamptz or id <= (
    select id from api_request where workspace_id = $1::uuid order by id desc offset $3::int limit 1
  ))
  order by id limit $4::int
)
`;

/** Removes what calls of workspace `$1` sent before `$2`, of at most `$3` lines. */
export const emptyStatement = statement()`
update api_request set body = null, answer = null, ignored = null where workspace_id = $1::uuid and id in (
  select id from api_request
  where workspace_id = $1::uuid and created_at < $2::timestamptz and (body is not null or answer is not null or ignored is not null)
  order by id limit $3::int
)
`;
