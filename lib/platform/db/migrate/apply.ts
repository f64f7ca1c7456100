import type { ClientBase } from "pg";
import { z } from "zod";
import { applyFunctions } from "@/lib/platform/db/citus/functions";
import { statementsOf } from "@/lib/platform/db/citus/split";
import { rowsOver } from "@/lib/platform/db/rows";
import { statementsLeft } from "./indexes";
import { inOrder, type Lock, locksOf } from "./locks";
import { attemptTimeoutMs, isContended } from "./waiting";

/** How long a transaction waits for a lock when it has another one: longer than nearly all calls take. */
const othersTimeoutMs = 100;

export type Migration = { name: string; sql: string; checksum: string };
/** The kind of database: one that this process alone uses, such as an empty one, or one that running instances use; and this version's files. */
type Where = { isShared: boolean; isDistributed: boolean; root: string };

/** One node after the other, so that a later statement finds what an earlier one did; and triggers are our functions for it. */
const settingsOfCitus = [
  "set local citus.multi_shard_modify_mode = 'sequential'",
  "set local citus.enable_unsafe_triggers = on",
  // The limit for locks then holds on the nodes, too.
  "set local citus.propagate_set_commands = 'local'",
  `set local lock_timeout = ${attemptTimeoutMs}`,
];

/** An attempt that was rolled back, and the lock that it waited for. */
export class Failed extends Error {
  readonly wanted: Lock | undefined;
  constructor(cause: unknown, wanted?: Lock) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.wanted = wanted;
  }
}

/** Runs a migration in a transaction, together with its row in the history. @throws Failed */
export async function apply(
  connection: ClientBase,
  { name, sql, checksum }: Migration,
  { isShared, isDistributed, root }: Where,
): Promise<void> {
  const statements = isShared ? await statementsLeft(connection, sql) : statementsOf(sql);
  // On Citus the tables of the coordinator are not those that instances write to.
  const locks = isShared && !isDistributed ? await locksOn(connection, statements) : [];
  await beginWith(connection, locks, isShared);
  try {
    if (isDistributed) for (const setting of settingsOfCitus) await connection.query(setting);
    if (isDistributed) for (const statement of statements) await connection.query(statement);
    else await connection.query(isShared ? statements.join(";\n") : sql);
    // It may have replaced one by that for a single PostgreSQL; running instances never see that one.
    if (isDistributed) await applyFunctions(connection, { force: true, root });
    await connection.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values (gen_random_uuid()::text, $1, $2, clock_timestamp(), 1)`,
      [checksum, name],
    );
    await connection.query("commit");
  } catch (error) {
    // The connection may be gone, and the transaction with it.
    await connection.query("rollback").catch(() => {});
    throw new Failed(error);
  }
}

const limit = (ms: number) => `set local lock_timeout = ${Math.max(1, Math.ceil(ms))}`;

/**
 * Begins a transaction that has all locks of a script. It waits for one of them while it has none, and for the others only briefly: so
 * it waits in no circle with a call that has a lock already. When one of the others is missing, it begins again with that one. Calls wait
 * behind it meanwhile, for as long as one attempt may take.
 */
async function beginWith(connection: ClientBase, locks: Lock[], isShared: boolean): Promise<void> {
  const until = performance.now() + attemptTimeoutMs;
  for (let queue = locks; ; ) {
    let wanted: Lock | undefined;
    try {
      await connection.query(isShared ? "begin; set local statement_timeout = 0" : "begin");
      for (const lock of queue) {
        const maxMs = wanted ? othersTimeoutMs : attemptTimeoutMs;
        wanted = lock;
        await connection.query(`${limit(Math.min(maxMs, until - performance.now()))}; lock table "${lock.table}" in ${lock.mode} mode`);
      }
      if (isShared) await connection.query(limit(attemptTimeoutMs));
      return;
    } catch (error) {
      await connection.query("rollback").catch(() => {});
      const missing = wanted;
      if (!missing || !isContended(error) || performance.now() >= until) throw new Failed(error, missing);
      queue = [missing, ...locks.filter((lock) => lock !== missing)];
    }
  }
}

const TableRow = z.strictObject({ name: z.string(), table: z.string() });

/** An index stands for its table. */
const tablesStatement = `
select c.relname::text as name, t.relname::text as table
from pg_class c left join pg_index x on x.indexrelid = c.oid join pg_class t on t.oid = coalesce(x.indrelid, c.oid)
where c.relname = any($1::text[]) and c.relnamespace = current_schema()::regnamespace and t.relkind in ('r', 'p')`;

/** The locks of statements on tables that are there before them. */
export async function locksOn(connection: ClientBase, statements: string[]): Promise<Lock[]> {
  const locks = locksOf(statements);
  if (locks.length === 0) return [];
  const found = await rowsOver(connection, TableRow)(tablesStatement, [...new Set(locks.map(({ table }) => table))]);
  const tables = new Map(found.map(({ name, table }) => [name, table]));
  return inOrder(
    locks.flatMap(({ table: name, mode }) => {
      const table = tables.get(name);
      return table ? [{ table, mode }] : [];
    }),
  );
}
