import { plannedAnew } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { CountRow, NextRow } from "./sql";

/** The statements of a queue whose work is due as long as its row is in the table. */
export const statementsOf = (name: string, table: string) => ({
  nextStatement: statement({ row: NextRow })`
select (select now() from ${table} where workspace_id = $1::uuid limit 1) as "dueAt" ${plannedAnew}`,
  sweepStatement: statement({ scope: "all" })`
insert into queue_turn (workspace_id, queue, due_at)
select w.id, '${name}', now() from workspace w
where exists (select from ${table} m where m.workspace_id = w.id)
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = '${name}')
on conflict do nothing`,
  countStatement: statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (select from ${table} limit $1::int) waiting`,
});
