import { z } from "zod";
import { IdRow } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

const ClaimedRow = z.strictObject({ claimId: z.uuid() });

/**
 * `$1` workspace, `$2` digest of the call, `$3` claim, `$4` whether its answer may say something of a person, `$5` now, `$6` when the claim
 * ends, `$7` the age at which an answer ends. A row comes back when the call is claimed: it is new, too old, or that of a killed process.
 */
export const claimStatement = statement({ row: ClaimedRow, writes: true })`
insert into idempotent_call as c (workspace_id, digest, claim_id, has_people, created_at, claimed_until)
values ($1::uuid, $2::text, $3::uuid, $4::boolean, $5::timestamptz, $6::timestamptz)
on conflict (workspace_id, digest) do update set claim_id = excluded.claim_id, has_people = excluded.has_people,
  created_at = excluded.created_at, claimed_until = excluded.claimed_until, body_digest = null, status = null, sealed = null,
  is_emptied = false
where c.created_at < $7::timestamptz or (c.status is null and c.claimed_until < excluded.created_at)
returning claim_id as "claimId"`;

const FoundRow = z.strictObject({ bodyDigest: z.string().nullable(), status: z.int().nullable(), encrypted: z.string().nullable() });

/** `$1` workspace, `$2` digest. */
export const findStatement = statement({ row: FoundRow })`
select body_digest as "bodyDigest", status, sealed as encrypted from idempotent_call where workspace_id = $1::uuid and digest = $2::text`;

/** `$1` workspace, `$2` digest, `$3` claim, `$4` when it ends. */
export const renewStatement = statement()`
update idempotent_call set claimed_until = $4::timestamptz
where workspace_id = $1::uuid and digest = $2::text and claim_id = $3::uuid and status is null`;

/** `$1` workspace, `$2` digest, `$3` claim, `$4` digest of the body, `$5` status, `$6` the answer: not stored if it was about people and an erasure came meanwhile. */
export const completeStatement = statement()`
update idempotent_call set body_digest = $4::text, status = $5::int, sealed = case when is_emptied then null else $6::text end
where workspace_id = $1::uuid and digest = $2::text and claim_id = $3::uuid`;

/** `$1` workspace, `$2` digest, `$3` claim. */
export const releaseStatement = statement()`
delete from idempotent_call where workspace_id = $1::uuid and digest = $2::text and claim_id = $3::uuid and status is null`;

/** `$1` workspace, `$2` until when they were claimed. In one order, so that two deletions wait for each other in turn. */
export const forgetStatement = statement()`
update idempotent_call set has_people = false, is_emptied = true, sealed = null where workspace_id = $1::uuid and digest in (
  select digest from idempotent_call where workspace_id = $1::uuid and has_people and created_at <= $2::timestamptz order by digest for update
)`;

/** Workspaces that have answers. */
export const withAnswersStatement = statement({ row: IdRow, scope: "all" })`
select w.id from workspace w where exists (select from idempotent_call c where c.workspace_id = w.id)`;

/** `$1` workspace, `$2` the cutoff, `$3` the limit. */
export const removeExpiredStatement = statement()`
delete from idempotent_call where workspace_id = $1::uuid and digest in (
  select digest from idempotent_call where workspace_id = $1::uuid and created_at < $2::timestamptz
  order by created_at limit $3::int for update skip locked
)`;

/** `$1` workspace, `$2` how many are kept, `$3` how many bytes of them, `$4` the limit: the oldest of those above. Claims are left alone. */
export const removeSurplusStatement = statement()`
delete from idempotent_call where workspace_id = $1::uuid and status is not null and digest in (
  select digest from (
    select digest, row_number() over newest as kept, sum(coalesce(octet_length(sealed), 0)) over newest as bytes
    from idempotent_call where workspace_id = $1::uuid and status is not null window newest as (order by created_at desc, digest)
  ) a where a.kept > $2::int or a.bytes > $3::bigint order by a.kept desc limit $4::int
)`;

/** `$1` a JSON list of answers. */
export const reencryptStatement = statement({ scope: "list" })`
update idempotent_call c set sealed = n.encrypted
from jsonb_to_recordset($1::jsonb) as n(ws uuid, digest text, encrypted text)
where c.workspace_id = n.ws and c.digest = n.digest`;
