import { z } from "zod";
import { IdRow } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

/**
 * Writes a batch; `$1` is a JSON array of lines. A successful call for a contact that no longer exists is stored without the
 * userId. The lock on the contact waits for a deletion in progress; a later deletion finds the written line.
 */
export const writeStatement = statement({ scope: "list" })`
with input as (
  select (r->>'workspaceId')::uuid as ws, (r->>'id')::uuid as id, r->>'method' as method, r->>'path' as path, r->>'userId' as user_id,
    (r->>'status')::int as status, r->>'code' as code, r->>'message' as message, (r->>'tookMs')::float8 as took_ms,
    r->>'requestId' as request_id, (r->>'keyId')::uuid as key_id, (r->>'at')::timestamptz as at
  from jsonb_array_elements($1::jsonb) r
),
there as (
  select c.workspace_id, c.user_id
  from (select distinct ws, user_id from input where user_id is not null order by ws, user_id) i
  cross join lateral (
    select workspace_id, user_id from contact c where c.workspace_id = i.ws and c.user_id = i.user_id limit 1 for key share
  ) c
)
insert into api_request (workspace_id, id, method, path, user_id, status, code, message, took_ms, request_id, key_id, created_at)
select i.ws, i.id, i.method, i.path,
  case when i.status >= 400 or exists (select from there t where t.workspace_id = i.ws and t.user_id = i.user_id) then i.user_id end,
  i.status, i.code, i.message, i.took_ms, i.request_id, i.key_id, i.at
from input i
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
});

/** `$1` workspace, `$2` minimum status, `$3` the last id of the previous page or null, `$4` limit. */
export const listStatement = statement({ row: RequestRow })`
select r.id, r.created_at as "createdAt", r.method, r.path, r.user_id as "userId", r.status, r.code, r.message, r.took_ms as "tookMs",
  r.request_id as "requestId", k.name as "keyName", k.last_four as "lastFour"
from api_request r left join api_key k on k.workspace_id = r.workspace_id and k.id = r.key_id
where r.workspace_id = $1::uuid and r.status >= $2::int and r.id < coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
order by r.id desc limit $4::int
`;

const ForgottenRow = z.strictObject({ count: z.int(), last: z.uuid().nullable() });

/**
 * Removes a userId from a batch of lines, also from mistyped paths. `$1` workspace, `$2` userId, `$3` the userId as encoded in a
 * path, `$4` latest creation time, `$5` id to start after, `$6` how many lines to read. Returns the last line that was read.
 */
export const forgetStatement = statement({ row: ForgottenRow, writes: true })`
with part as (select id from api_request where workspace_id = $1::uuid and id > $5::uuid order by id limit $6::int),
redacted as (
  update api_request set user_id = null, message = null,
    path = case when user_id is null then '…' else path end
  where workspace_id = $1::uuid and id in (select id from part) and created_at <= $4::timestamptz
    and (user_id = $2::text or (user_id is null and string_to_array(path, '/') && array[$2::text, $3::text]))
)
select count(*)::int as count, (select id from part order by id desc limit 1) as last from part
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
