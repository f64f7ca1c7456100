import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import type { Embedded } from "@/lib/platform/db/embedded";
import { waitToMigrate } from "@/lib/platform/db/startup-lock";
import { log } from "@/lib/platform/log";
import { apply, Failed, type Migration } from "./apply";
import { prepareIndex } from "./indexes";
import { isContended, Waiting } from "./waiting";

/** As Prisma's own tools create it, so that they can work on our databases, and Beside on theirs. */
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
 * history: a process that is killed leaves a migration complete or not applied at all. Returns the names it applied.
 * The connection to a server is the one that holds the start-up lock, without the time limits that calls have. Instances of the previous
 * version go on meanwhile: what calls wait for is taken for moments only, and given up when it cannot be had at once.
 * @throws an error for the operator: foreign tables, a migration that another tool left unfinished, one that fails
 */
export async function migrate(connection: ClientBase, root = process.cwd(), waiting = new Waiting()): Promise<string[]> {
  return applyMissing(connection, root, { waiting, isServer: true });
}

export async function migrateEmbedded({ pool }: Embedded, root = process.cwd()): Promise<string[]> {
  const connection = await pool.connect();
  connection.on("error", () => {});
  let hasSucceeded = false;
  try {
    const applied = await applyMissing(connection, root, { waiting: new Waiting(), isServer: false });
    hasSucceeded = true;
    return applied;
  } finally {
    connection.release(!hasSucceeded);
  }
}

/** The names of the migrations that a folder's database lacks. Changes nothing. */
export async function missingMigrations({ query }: Embedded): Promise<string[]> {
  const { rows: found } = await query<{ hasHistory: boolean }>(`select to_regclass('_prisma_migrations') is not null as "hasHistory"`);
  if (!found[0]?.hasHistory) return migrationNames();
  const { rows } = await query<{ name: string }>(
    "select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null",
  );
  const finished = new Set(rows.map(({ name }) => name));
  return migrationNames().filter((name) => !finished.has(name));
}

type Options = { waiting: Waiting; isServer: boolean };

async function applyMissing(connection: ClientBase, root: string, { waiting, isServer }: Options): Promise<string[]> {
  const migrations = migrationsOf(root);
  const history = await historyOf(connection);
  rejectUnfinished(history);
  warnAboutDifferences(history, migrations);
  const isDistributed = await isSpread(connection);
  // Nobody waits for the tables of an empty database, or of one that this process alone has.
  const isShared = isServer && history.length > 0;
  const left = new Set<string>();
  const done: string[] = [];
  let missing = missingIn(history, migrations);
  if (isShared && missing.length > 0 && (await waitToMigrate(connection))) missing = missingIn(await historyOf(connection), migrations);
  for (let [migration] = missing; migration; [migration] = missing) {
    if (isShared && (await prepareIndex(connection, migration, { waiting, isDistributed, left }))) {
      missing = missingIn(await historyOf(connection), migrations);
      continue;
    }
    const failed = await apply(connection, migration, { isShared, isDistributed, root }).catch(failure);
    if (!failed) {
      done.push(migration.name);
      missing = missing.slice(1);
      waiting.succeeded();
      continue;
    }
    if (!isContended(failed.cause) || !(await waiting.pause(connection, migration.name, failed.wanted))) throw explained(migration, failed);
    missing = missingIn(await historyOf(connection), migrations);
  }
  return done;
}

const missingIn = (history: Applied[], migrations: Migration[]): Migration[] => {
  const finished = new Set(history.map(({ name }) => name));
  return migrations.filter(({ name }) => !finished.has(name));
};

function failure(error: unknown): Failed {
  if (error instanceof Failed) return error;
  throw error;
}

const explained = ({ name }: Migration, { message, cause, wanted }: Failed) => {
  const others = wanted ? `. Other sessions used the table ${wanted.table} all the time; let them end, and start Beside again` : "";
  return new Error(`The migration ${name} failed, and nothing of it was kept: ${message}${others}${adviceFor(message)}`, { cause });
};

/** The migrations that were applied or begun, and not rolled back. Creates the table in an empty database. */
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
  const isAbandoned = ({ isFinished, logs }: Applied) => !isFinished && logs === null;
  // Earlier versions wrote the row first and then ran the script in one transaction, so a killed process left only the row,
  // without an error in `logs`.
  if (rows.some(isAbandoned))
    await connection.query("delete from _prisma_migrations where finished_at is null and rolled_back_at is null and logs is null");
  return rows.filter((row) => !isAbandoned(row));
}

/** Our migrations are never left unfinished. One of another tool may be partly applied, which cannot be detected here. */
function rejectUnfinished(applied: Applied[]): void {
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
 * Neither prevents a start. During an upgrade an instance of the previous version may be restarted after the newer one has
 * migrated; and a changed comment in an old migration must not stop Beside.
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

const extensions = ["pg_trgm", "btree_gin"];

/** What to do when a migration failed because of PostgreSQL's own extensions: not installed, not permitted, or in another schema. */
export function adviceFor(reason: string): string {
  const isMissing = /extension "(pg_trgm|btree_gin)" is not available|could not open extension control file/.test(reason);
  if (!isMissing && !/create extension|gin_trgm_ops|operator class "uuid_ops"/.test(reason)) return "";
  const create = extensions.map((name) => `create extension if not exists ${name};`).join(" ");
  const install = isMissing ? "install PostgreSQL's contrib modules (on Debian they come with the package postgresql), and " : "";
  return `. The search requires two of PostgreSQL's own extensions. As an administrator of this database, ${install}run: ${create} If they are in a schema of their own, put it into the search_path of Beside's role. Then start Beside again.`;
}

/** Whether the tables are spread over the nodes of Citus. */
async function isSpread(connection: ClientBase): Promise<boolean> {
  const { rows: found } = await connection.query<{ hasCitus: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as "hasCitus"`,
  );
  if (!found[0]?.hasCitus) return false;
  const { rowCount } = await connection.query("select from pg_dist_partition where logicalrelid = to_regclass('event')");
  return rowCount === 1;
}
