import { isDistributed } from "./citus";
import { type Runner, run } from "./rows";
import { statement } from "./statement";

type Table = "account" | "api_key" | "installation" | "workspace";

/**
 * Locks a row that every node of a distributed database has, until the transaction ends. There it is a lock of its name on the node that
 * `DATABASE_URL` names, because Citus would lock the table for all workspaces in two steps, between which any two transactions wait for
 * each other.
 */
export function lockRow(on: Runner, table: Table, id: string | 1, mode: "update" | "no key update" | "share" = "update"): Promise<number> {
  const scope = "everywhere";
  if (!isDistributed())
    return run(on, statement({ scope })`select from ${table} where id = ${id === 1 ? "$1::int" : "$1::uuid"} for ${mode}`)(id);
  const lock = mode === "share" ? "pg_advisory_xact_lock_shared" : "pg_advisory_xact_lock";
  return run(on, statement({ scope })`select ${lock}(hashtextextended($1, 0))::text`)(`row of ${table} ${id}`);
}
