import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { difference, inEmbedded, migrate } from "@/lib/db/migrate";
import { emptiedDatabase } from "../emptied";

const emptyDatabase = async () => {
  const embedded = await emptiedDatabase();
  return { embedded, factory: inEmbedded(embedded) };
};

const names = readdirSync("prisma/migrations", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

test("the migrations lead exactly to the schema", async () => {
  const { embedded, factory } = await emptyDatabase();
  expect((await difference(factory)).trim()).toBe("-- This is an empty migration.");
  await embedded.close();
});

test("an empty database gets every migration once and in order, and they are written down as applied", async () => {
  const { embedded, factory } = await emptyDatabase();
  expect(names.length).toBeGreaterThan(0);
  expect(await migrate(factory)).toEqual(names);
  expect(await migrate(factory)).toEqual([]);
  const { rows } = await embedded.query<{ name: string; ended: boolean }>(
    "select migration_name as name, finished_at is not null and rolled_back_at is null as ended from _prisma_migrations order by migration_name",
  );
  expect(rows).toEqual(names.map((name) => ({ name, ended: true })));
  await embedded.close();
});

const begun =
  "insert into _prisma_migrations (id, checksum, migration_name, started_at, logs) values ('x', 'y', '20990101000000_half', now(),";

test("a migration that failed stops the start, though all of this version are there", async () => {
  const { embedded, factory } = await emptyDatabase();
  await migrate(factory);
  await embedded.query(`${begun} 'column does not exist')`);
  await expect(migrate(factory)).rejects.toThrow(/20990101000000_half/);
  await embedded.close();
});

test("a migration that a killed process had begun is forgotten: the database has undone it", async () => {
  const { embedded, factory } = await emptyDatabase();
  await migrate(factory);
  await embedded.query(`${begun} null)`);
  expect(await migrate(factory)).toEqual([]);
  const { rows } = await embedded.query("select 1 from _prisma_migrations where migration_name like '%half'");
  expect(rows).toEqual([]);
  await embedded.close();
});

/** Adapters whose process is killed when the script number `at` has been committed: nothing is done from then on. */
function killedAfter(at: number, factory: ReturnType<typeof inEmbedded>): ReturnType<typeof inEmbedded> {
  let scripts = 0;
  const living =
    <Asked, Told>(work: (asked: Asked) => Promise<Told>) =>
    async (asked: Asked): Promise<Told> => {
      if (scripts === at) throw new Error("killed");
      return work(asked);
    };
  return {
    ...factory,
    connect: async () => {
      const adapter = await factory.connect();
      const execute = adapter.executeScript.bind(adapter);
      const counted = async (sql: string) => {
        await execute(sql);
        scripts += 1;
      };
      const queryRaw = living(adapter.queryRaw.bind(adapter));
      const executeRaw = living(adapter.executeRaw.bind(adapter));
      return Object.assign(adapter, { queryRaw, executeRaw, executeScript: living(counted) });
    },
  };
}

test("a process that is killed behind any migration leaves a database that the next start brings to the end", async () => {
  for (let at = 1; at <= names.length + 1; at += 1) {
    const { embedded, factory } = await emptyDatabase();
    await migrate(killedAfter(at, factory)).catch(() => {});
    await migrate(factory);
    const { rows } = await embedded.query<{ name: string }>(
      "select migration_name as name from _prisma_migrations where finished_at is not null order by migration_name",
    );
    expect(rows.map(({ name }) => name)).toEqual(names);
    await embedded.close();
  }
});

test("a migration that fails changes nothing, is not written down as applied, and stops the next start, too", async () => {
  const { embedded, factory } = await emptyDatabase();
  const root = mkdtempSync(join(tmpdir(), "beside-migrations-"));
  cpSync("prisma", join(root, "prisma"), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  const folder = join(root, "prisma/migrations/20990101000000_bad");
  mkdirSync(folder);
  writeFileSync(join(folder, "migration.sql"), "create table good (id int);\nalter table workspace add column name text;\n");
  await expect(migrate(factory, root)).rejects.toThrow(/already exists/);
  await expect(migrate(factory, root)).rejects.toThrow(/20990101000000_bad/);
  const { rows } = await embedded.query("select 1 from pg_tables where tablename = 'good'");
  expect(rows).toEqual([]);
  await embedded.close();
  rmSync(root, { recursive: true });
});

test("every table but the installation and the accounts belongs to a workspace by its key, and so do its links", async () => {
  const { embedded, factory } = await emptyDatabase();
  await migrate(factory);
  const shared = ["_prisma_migrations", "installation", "account", "workspace"];
  const { rows: keys } = await embedded.query<{ table: string; kind: string; columns: string[] }>(`
    select c.conrelid::regclass::text as table, c.contype::text as kind,
      (select array_agg(a.attname::text) from unnest(c.conkey) k join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k) as columns
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where n.nspname = 'public' and c.contype in ('p', 'f')`);
  const own = keys.filter(({ table }) => !shared.includes(table));
  expect(new Set(own.map(({ table }) => table)).size).toBeGreaterThan(8);
  const alone = own
    .filter(({ columns }) => !columns.includes("workspace_id"))
    .map(({ table, kind, columns }) => `${table} ${kind} ${columns}`);
  // A key is looked up before its workspace is known, and an account may belong to several: so do its sessions and reset links.
  const ofAccounts = ["reset_link f account_id", "reset_link p id", "session f account_id", "session p id"];
  expect(alone.sort()).toEqual(["api_key p id", "member f account_id", ...ofAccounts]);
  await embedded.close();
});
