import { plannedAnew } from "@/lib/platform/db/sql";

/** The statements of a queue whose work is due as long as its row is in the table. */
export const statementsOf = (name: string, table: string) => ({
  nextStatement: `select (select now() from ${table} where workspace_id = $1::uuid limit 1) as "dueAt" ${plannedAnew}`,
  sweepStatement: `
insert into queue_turn (workspace_id, queue, due_at)
select w.id, '${name}', now() from workspace w
where exists (select from ${table} m where m.workspace_id = w.id)
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = '${name}')
on conflict do nothing /* all workspaces */`,
  countStatement: `select count(*)::int as count from (select from ${table} limit $1::int) waiting /* all workspaces */`,
});
