import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import type { PoolClient } from "pg";
import { Embedded } from "@/lib/platform/db/embedded";
import { migrate, migrateEmbedded, migrationNames } from "@/lib/platform/db/migrate";
import { Waiting } from "@/lib/platform/db/migrate/waiting";
import { deploy, difference, emptyDifference } from "@/prisma/schema-engine";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { rootWith, withMigrationsBefore } from "../../support/old-database";

const names = migrationNames();
const [lastName = ""] = names.slice(-1);

/** The migration history without the values that differ between two runs. */
const historyOf = async (embedded: Embedded) =>
  (
    await embedded.query<Record<string, unknown>>(
      `select migration_name, checksum, finished_at >= started_at as "isFinished", applied_steps_count, logs, rolled_back_at
       from _prisma_migrations order by migration_name`,
    )
  ).rows;

const columnsOf = async (embedded: Embedded) =>
  (
    await embedded.query<Record<string, unknown>>(
      `select table_name, column_name, data_type, character_maximum_length, column_default, is_nullable
       from information_schema.columns where table_schema = 'public' order by table_name, column_name`,
    )
  ).rows;

const insertUnfinished =
  "insert into _prisma_migrations (id, checksum, migration_name, started_at, logs) values ('x', 'y', '20990101000000_half', now(),";

test("the migrations produce exactly the schema", async () => {
  expect((await difference()).trim()).toBe(emptyDifference);
});

test("no migration ends its transaction, or needs to run outside of one", () => {
  for (const name of names) {
    const sql = readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8").replace(/--.*$|\$\$[\s\S]*?\$\$/gm, "");
    expect(sql, name).not.toMatch(/\bconcurrently\b|^\s*(begin|start|commit|end|rollback|abort|vacuum|savepoint|set\s+session)\b/im);
  }
});

test("an empty database gets every migration once and in order", async () => {
  const embedded = await emptiedDatabase();
  expect(names.length).toBeGreaterThan(0);
  expect(await migrateEmbedded(embedded)).toEqual(names);
  expect(await migrateEmbedded(embedded)).toEqual([]);
  await embedded.close();
});

test("Prisma's engine and a start write the same history and tables, and each continues after the other", async () => {
  const [ours, theirs] = [await emptiedDatabase(), await Embedded.open()];
  await withMigrationsBefore(lastName, (root) => migrateEmbedded(ours, root));
  expect(await deploy(ours)).toEqual([lastName]);
  expect(await deploy(theirs)).toEqual(names);
  expect(await migrateEmbedded(theirs)).toEqual([]);
  await ours.query("delete from _prisma_migrations where migration_name = $1", [names[0]]);
  await theirs.query("delete from _prisma_migrations where migration_name = $1", [names[0]]);
  expect(await historyOf(ours)).toEqual(await historyOf(theirs));
  expect(await columnsOf(ours)).toEqual(await columnsOf(theirs));
  for (const embedded of [ours, theirs]) await embedded.close();
});

test("a migration that another tool left unfinished stops the start, until it is marked as rolled back", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  await embedded.query(`${insertUnfinished} 'column "x" does not exist\nat line 3')`);
  const error = await migrateEmbedded(embedded).catch((failure: Error) => failure.message);
  expect(error).toContain('The migration 20990101000000_half was begun and failed: column "x" does not exist. Undo');
  const [statement = ""] = /update _prisma_migrations .* is null/.exec(String(error)) ?? [];
  await embedded.query(statement);
  expect(await migrateEmbedded(embedded)).toEqual([]);
  await embedded.close();
});

test("a migration that was rolled back is applied again", async () => {
  const embedded = await emptiedDatabase();
  const root = rootWith("20990101000000_more", "create table more (id int);");
  expect(await migrateEmbedded(embedded, root)).toContain("20990101000000_more");
  await embedded.query("drop table more; update _prisma_migrations set rolled_back_at = now() where migration_name like '%more'");
  expect(await migrateEmbedded(embedded, root)).toEqual(["20990101000000_more"]);
  expect(await migrateEmbedded(embedded, root)).toEqual([]);
  await embedded.close();
  rmSync(root, { recursive: true });
});

test("removes the record of a migration begun by a killed process of an earlier version, because the database rolled it back", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  await embedded.query(`${insertUnfinished} null)`);
  expect(await migrateEmbedded(embedded)).toEqual([]);
  expect((await embedded.query("select 1 from _prisma_migrations where migration_name like '%half'")).rows).toEqual([]);
  await embedded.close();
});

test("rejects a database with foreign tables, and leaves it unchanged", async () => {
  const embedded = await emptiedDatabase();
  await embedded.query("create table theirs (id int)");
  await expect(migrateEmbedded(embedded)).rejects.toThrow("The database has tables, but none of Beside's.");
  expect((await embedded.query("select tablename from pg_tables where schemaname = 'public'")).rows).toEqual([{ tablename: "theirs" }]);
  await embedded.close();
});

/** A connection that fails from its statement number `at` on, as if the process was killed. */
function killedBefore(at: number, connection: PoolClient): PoolClient {
  let statements = 0;
  const query = async (sql: string, values?: unknown[]) => {
    statements += 1;
    if (statements >= at) throw new Error("killed");
    return connection.query(sql, values);
  };
  return Object.assign(Object.create(connection) as PoolClient, { query });
}

/** A connection whose first `failures` migrations end in a deadlock, after they wrote something. */
function deadlocked(failures: number, connection: PoolClient): PoolClient {
  let left = failures;
  const query = async (sql: string, values?: unknown[]) => {
    const result = await connection.query(sql, values);
    if (!sql.startsWith("insert into _prisma_migrations") || left === 0) return result;
    left -= 1;
    throw Object.assign(new Error("deadlock detected"), { code: "40P01", severity: "ERROR" });
  };
  return Object.assign(Object.create(connection) as PoolClient, { query });
}

test("a migration that ends in a deadlock with a running instance is tried again, and not for ever", async () => {
  const embedded = await emptiedDatabase();
  const connection = await embedded.pool.connect();
  const root = process.cwd();
  const once = new Waiting({ startTimeoutMs: 0, firstMs: 1 });
  await expect(migrate(deadlocked(1, connection), root, once)).rejects.toThrow("failed, and nothing of it was kept: deadlock detected");
  expect(await migrate(deadlocked(9, connection), root, new Waiting({ startTimeoutMs: 60_000, firstMs: 1 }))).toEqual(names);
  expect(await migrate(connection)).toEqual([]);
  connection.release();
  await embedded.close();
});

test("a process killed at any statement leaves only complete migrations, and the next start applies the rest", async () => {
  const embedded = await emptiedDatabase();
  const applied = async () => {
    const { rows } = await embedded.query<{ name: string; tables: string }>(
      `select (select array_agg(migration_name::text order by migration_name) from _prisma_migrations) as name,
         to_regclass('event') is not null as tables`,
    );
    return rows[0];
  };
  for (let at = 2; ; at += 1) {
    const connection = await embedded.pool.connect();
    const ended = await migrate(killedBefore(at, connection)).then(
      () => true,
      () => false,
    );
    // The session ends with the process, and its transaction is rolled back.
    connection.release(true);
    if (ended) break;
    if (at <= 2) continue;
    const found = await applied();
    expect(found?.name ?? []).toEqual(names.slice(0, found?.name?.length ?? 0));
    expect(found?.tables).toBe((found?.name?.length ?? 0) > 0);
    expect(at).toBeLessThan(100);
  }
  expect((await applied())?.name).toEqual(names);
  await embedded.close();
});

test("a migration that fails changes nothing and reports why at every start, until its file is fixed", async () => {
  const embedded = await emptiedDatabase();
  const name = "20990101000000_bad";
  const root = rootWith(name, "create table good (id int);\nalter table workspace add column name text;\n");
  for (let start = 0; start < 2; start += 1) {
    await expect(migrateEmbedded(embedded, root)).rejects.toThrow(
      `The migration ${name} failed, and nothing of it was kept: column "name" of relation "workspace" already exists`,
    );
    expect((await embedded.query("select 1 from pg_tables where tablename = 'good'")).rows).toEqual([]);
    expect((await historyOf(embedded)).map((row) => row["migration_name"])).toEqual(names);
  }
  writeFileSync(join(root, "prisma/migrations", name, "migration.sql"), "create table good (id int);\n");
  expect(await migrateEmbedded(embedded, root)).toEqual([name]);
  await embedded.close();
  rmSync(root, { recursive: true });
});

test("rejects a migration that cannot run in a transaction", async () => {
  const embedded = await emptiedDatabase();
  const root = rootWith("20990101000000_apart", "create index concurrently apart on workspace (name);");
  await expect(migrateEmbedded(embedded, root)).rejects.toThrow(/20990101000000_apart failed.*transaction/);
  expect((await embedded.query("select to_regclass('apart') as found")).rows).toEqual([{ found: null }]);
  await embedded.close();
  rmSync(root, { recursive: true });
});

test("every table but the installation and the accounts has workspace_id in its primary key and its foreign keys", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const shared = ["_prisma_migrations", "installation", "account", "workspace"];
  const { rows: keys } = await embedded.query<{ table: string; kind: string; columns: string[] }>(`
    select c.conrelid::regclass::text as table, c.contype::text as kind,
      (select array_agg(a.attname::text) from unnest(c.conkey) k join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k) as columns
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'public' and c.contype in ('p', 'f')`);
  const own = keys.filter(({ table }) => !shared.includes(table));
  expect(new Set(own.map(({ table }) => table)).size).toBeGreaterThan(8);
  const withoutWorkspace = own
    .filter(({ columns }) => !columns.includes("workspace_id"))
    .map(({ table, kind, columns }) => `${table} ${kind} ${columns}`);
  // An API key is looked up before its workspace is known; an account may belong to several, and so may its sessions and reset links.
  const ofAccounts = ["reset_link f account_id", "reset_link p id", "session f account_id", "session p id"];
  expect(withoutWorkspace.sort()).toEqual(["api_key p id", "member f account_id", ...ofAccounts]);
  await embedded.close();
});
