import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { log } from "@/lib/platform/log";
import type { Embedded } from "./embedded";

/** As Prisma's own tools make it: they understand a database of ours, and we one of theirs. */
const historyTable = `create table _prisma_migrations (
  id varchar(36) primary key not null,
  checksum varchar(64) not null,
  finished_at timestamptz,
  migration_name varchar(255) not null,
  logs text,
  rolled_back_at timestamptz,
  started_at timestamptz not null default now(),
  applied_steps_count integer not null default 0
)`;

type Migration = { name: string; sql: string; checksum: string };
/** A row of the history. Unfinished ones were written by Prisma's tools; `logs` is the error that stopped them. */
type Applied = { name: string; checksum: string; isFinished: boolean; logs: string | null };

/** Every migration of this version, in order. */
export function migrationNames(root = process.cwd()): string[] {
  const folder = join(root, "prisma/migrations");
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

function migrationsOf(root: string): Migration[] {
  return migrationNames(root).map((name) => {
    const sql = readFileSync(join(root, "prisma/migrations", name, "migration.sql"), "utf8");
    return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
  });
}

/**
 * Brings a database to the newest migration of this version, each in a transaction of its own together with its row in the
 * history: a process that is killed leaves a migration whole or not at all. Returns the names it applied.
 * The connection to a server is the one that holds the start-up lock, without the time limits that calls have.
 * @throws a sentence for the operator: tables of something else, a migration that another tool left unfinished, one that fails
 */
export async function migrate(connection: ClientBase, root = process.cwd()): Promise<string[]> {
  const migrations = migrationsOf(root);
  const applied = await historyOf(connection);
  refuseUnfinished(applied);
  warnAboutDifferences(applied, migrations);
  const finished = new Set(applied.map(({ name }) => name));
  const missing = migrations.filter(({ name }) => !finished.has(name));
  for (const migration of missing) await apply(connection, migration);
  return missing.map(({ name }) => name);
}

export async function migrateEmbedded({ pool }: Embedded, root?: string): Promise<string[]> {
  const connection = await pool.connect();
  connection.on("error", () => {});
  let isWell = false;
  try {
    const applied = await migrate(connection, root);
    isWell = true;
    return applied;
  } finally {
    connection.release(!isWell);
  }
}

/** What was applied or begun and not rolled back. Makes the table in an empty database. */
async function historyOf(connection: ClientBase): Promise<Applied[]> {
  const { rows: found } = await connection.query<{ hasHistory: boolean; hasTables: boolean }>(`
    select to_regclass('_prisma_migrations') is not null as "hasHistory",
      exists (select from pg_tables where schemaname = current_schema()) as "hasTables"`);
  if (!found[0]?.hasHistory) {
    if (found[0]?.hasTables) throw new Error("The database has tables, but none of Beside's. Give Beside a database of its own.");
    await connection.query(historyTable);
  }
  const { rows } = await connection.query<Applied>(`
    select migration_name as name, checksum, finished_at is not null as "isFinished", logs
    from _prisma_migrations where rolled_back_at is null order by migration_name`);
  const isForgotten = ({ isFinished, logs }: Applied) => !isFinished && logs === null;
  // Versions before this one wrote the row first and then ran the script in one transaction, so a killed process left
  // only the row: an error would stand beside it.
  if (rows.some(isForgotten))
    await connection.query("delete from _prisma_migrations where finished_at is null and rolled_back_at is null and logs is null");
  return rows.filter((row) => !isForgotten(row));
}

/** Ours are never left unfinished. What another tool left may be half there, which nobody can see from here. */
function refuseUnfinished(applied: Applied[]): void {
  const unfinished = applied.find(({ isFinished }) => !isFinished);
  if (!unfinished) return;
  const { name, logs } = unfinished;
  throw new Error(
    `The migration ${name} was begun and failed: ${logs?.trim().split("\n")[0] || "no error was kept"}. ` +
      "Undo what it left in the database, if anything, and say so: " +
      `update _prisma_migrations set rolled_back_at = now() where migration_name = '${name}' and finished_at is null. ` +
      "Then start Beside again.",
  );
}

/**
 * Neither stops a start. During an upgrade an instance of the version before may be restarted after the newer one has
 * migrated; and a changed comment in an old migration must not lock anybody out.
 */
function warnAboutDifferences(applied: Applied[], migrations: Migration[]): void {
  const checksums = new Map(migrations.map(({ name, checksum }) => [name, checksum]));
  const unknown = applied.filter(({ name }) => !checksums.has(name)).map(({ name }) => name);
  if (unknown.length > 0)
    log.warn({ migrations: unknown }, "the database has migrations that this version does not know: a newer version has run on it");
  const changed = applied.filter(({ name, checksum }) => checksums.has(name) && checksums.get(name) !== checksum).map(({ name }) => name);
  if (changed.length > 0)
    log.warn({ migrations: changed }, "these migrations were applied from other files than this version has; they are not applied again");
}

async function apply(connection: ClientBase, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await connection.query("begin");
    // The whole script is one query without a name, so that PostgreSQL itself finds where its statements end.
    await connection.query(sql);
    await connection.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values (gen_random_uuid()::text, $1, $2, clock_timestamp(), 1)`,
      [checksum, name],
    );
    await connection.query("commit");
  } catch (error) {
    // The connection may be gone, and the transaction with it.
    await connection.query("rollback").catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The migration ${name} failed, and nothing of it was kept: ${reason}`, { cause: error });
  }
}
