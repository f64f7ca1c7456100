import { setTimeout as pause } from "node:timers/promises";
import type { Query } from "../../support/postgres";
import { timedCall } from "./call";

type Installation = { query: Query; urls: readonly string[] };

const maxWaitMs = 30_000;
/** An instance that answers within this time has nothing left to do. */
const idleMs = 150;

/** Waits until the product has done what was asked of it, and nothing waits for the search's index; but not for ever. */
export async function untilIdle({ query, urls }: Installation): Promise<void> {
  const until = performance.now() + maxWaitMs;
  const isWorking = async () => {
    const [row] = await query<{ busy: boolean }>(
      `select exists (select from search_todo) or exists (
         select from pg_stat_activity where state <> 'idle' and backend_type = 'client backend' and pid <> pg_backend_pid()
           and xact_start < now() - interval '100 milliseconds'
       ) as busy`,
    );
    return row?.busy === true;
  };
  const isSlow = async (url: string) => (await timedCall(url, { method: "GET", path: "/api/health", headers: {} })).ms > idleMs;
  const isBusy = async () => (await isWorking()) || (await Promise.all(urls.map(isSlow))).includes(true);
  while ((await isBusy()) && performance.now() < until) await pause(100);
}

/** Removes everything of the workspaces, whatever still waits there: the next attack finds the installation as this one found it. */
export async function remove({ query, urls }: Installation, ids: readonly string[]): Promise<void> {
  const list = ids.map((id) => `'${id}'::uuid`).join(", ");
  const tables = await query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = 'public' and c.column_name = 'workspace_id' order by 1`,
  );
  const statements = [
    // Neither triggers nor foreign keys: what triggers write is removed, too.
    "set session_replication_role = replica",
    ...tables.map(({ name }) => `delete from "${name}" where workspace_id in (${list})`),
    `delete from workspace where id in (${list})`,
    "reset session_replication_role",
  ];
  for (const sql of statements) await tryAgainAfterDeadlock(() => query(sql));
  await untilIdle({ query, urls });
  await query("vacuum analyze");
}

const maxDeadlocks = 5;

/** The product may be in the middle of a statement for this workspace. */
async function tryAgainAfterDeadlock(work: () => Promise<unknown>, left = maxDeadlocks): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (left === 0 || (error as { code?: string }).code !== "40P01") throw error;
    await tryAgainAfterDeadlock(work, left - 1);
  }
}
