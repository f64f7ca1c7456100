import { AppError } from "@/lib/kernel/errors";
import type { Query } from "@/lib/ops/move/tables";
import { applyFunctions, delegateStatement } from "@/lib/platform/db/citus/functions";
import { migrationNames } from "@/lib/platform/db/migrate";
import { drop, forget, held, remember, restore } from "./steps";
import { digestOf, distribute, type Table, tablesOf } from "./tables";

type Say = (line: string) => void;

/**
 * Spreads the tables of a migrated database over the nodes of Citus, by workspace. Each step looks first at what is done, so a run that
 * was ended at any point is continued by the next. `ask` has the start-up lock.
 */
export async function distributeAll(ask: Query, say: Say): Promise<void> {
  await check(ask);
  for (const setting of ["statement_timeout = 0", "lock_timeout = 0", "citus.enable_unsafe_triggers = on"]) await ask(`set ${setting}`);
  const connection = { query: async (text: string, values: unknown[]) => ({ rows: await ask(text, values) }) };
  const steps = await remember(ask);
  await applyFunctions(connection, { force: true });
  const tables = await tablesOf(ask);
  await noteDigests(ask, tables, say);
  await drop(ask, steps, new Set(tables.filter(({ isDistributed }) => !isDistributed).map(({ name }) => name)));
  for (const [index, table] of tables.entries()) {
    await distribute(ask, table);
    say(`${index + 1} of ${tables.length}: ${table.name} ${table.isDistributed ? "was distributed before" : "is distributed"}`);
  }
  await ask(delegateStatement);
  await verify(ask, tables, say);
  await restore(ask, steps, "key");
  await restore(ask, steps, "trigger");
  const { keys, triggers } = await held(ask);
  say(`${keys} foreign keys hold, and ${triggers} triggers are on every node`);
  await forget(ask);
}

async function check(ask: Query): Promise<void> {
  const [found] = await ask<{ hasCitus: boolean; hasTables: boolean; others: number }>(`
    select exists (select from pg_extension where extname = 'citus') as "hasCitus", to_regclass('_prisma_migrations') is not null as "hasTables",
      (select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and application_name like 'beside%') as others`);
  if (!found?.hasCitus)
    throw new AppError("conflict", "This database has no Citus. Run on it, as its administrator: create extension citus");
  if (!found.hasTables) throw new AppError("conflict", "This database has no tables yet. Run first: npm run migrate");
  if (found.others > 0) throw new AppError("conflict", "Beside runs on this database. Stop all instances first.");
  const applied = await ask<{ name: string }>("select migration_name as name from _prisma_migrations where finished_at is not null");
  const names = new Set(applied.map(({ name }) => name));
  if (migrationNames().some((name) => !names.has(name)))
    throw new AppError("conflict", "Migrations are missing. Run first: npm run migrate");
}

/** What each table contains before it is touched. A table that is distributed already has its number from the run that did it. */
async function noteDigests(ask: Query, tables: Table[], say: Say): Promise<void> {
  const known = new Set((await ask<{ table: string }>(`select "table" from distribution_digest`)).map(({ table }) => table));
  const waiting = tables.filter(({ name, isDistributed }) => !isDistributed && !known.has(name));
  let total = 0;
  for (const table of waiting) {
    const { rows, checksum } = await digestOf(ask, table);
    await ask(`insert into distribution_digest ("table", rows, checksum) values ($1, $2, $3)`, [table.name, rows, checksum]);
    total += Number(rows);
  }
  if (waiting.length > 0) say(`${total} rows counted in ${waiting.length} tables`);
}

async function verify(ask: Query, tables: Table[], say: Say): Promise<void> {
  const before = await ask<{ table: string; rows: string; checksum: string }>(`select "table", rows, checksum from distribution_digest`);
  const noted = new Map(before.map((one) => [one.table, one]));
  let total = 0;
  for (const table of tables) {
    const was = noted.get(table.name);
    if (!was) continue;
    const is = await digestOf(ask, table);
    if (is.rows !== was.rows || is.checksum !== was.checksum) {
      throw new Error(`${table.name} had ${was.rows} rows and has ${is.rows} now, or their contents differ. Nothing more was changed.`);
    }
    total += Number(is.rows);
  }
  if (noted.size > 0) say(`${total} rows are the same as before`);
}
