import { IdRow } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
/** Adds what an instance counted; `$1` is a JSON array of `Minute`. In one order, so that two instances wait for each other in turn. */
export const addStatement = statement({ scope: "list" })`
insert into api_minute (workspace_id, minute, allowed, refused, events)
select (m->>'workspaceId')::uuid, (m->>'minute')::timestamptz, (m->>'allowed')::int, (m->>'refused')::int, (m->>'events')::int
from jsonb_array_elements($1::jsonb) m
order by 1, 2
on conflict (workspace_id, minute) do update set allowed = api_minute.allowed + excluded.allowed,
  refused = api_minute.refused + excluded.refused, events = api_minute.events + excluded.events
`;

/** `$1` the cutoff: workspaces that have minutes to remove. */
export const expiredStatement = statement({ row: IdRow, scope: "all" })`
select w.id from workspace w where exists (select from api_minute m where m.workspace_id = w.id and m.minute < $1::timestamptz)`;

/** `$1` workspace, `$2` the cutoff, `$3` the limit. */
export const removeStatement = statement()`
delete from api_minute where workspace_id = $1::uuid and minute in (
  select minute from api_minute where workspace_id = $1::uuid and minute < $2::timestamptz order by minute limit $3::int
)`;
