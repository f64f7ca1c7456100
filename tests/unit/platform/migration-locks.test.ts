import { readFileSync } from "node:fs";
import { test } from "@playwright/test";
import type { PoolClient } from "pg";
import { statementsOf } from "@/lib/platform/db/citus/split";
import { migrate, migrateEmbedded, migrationNames } from "@/lib/platform/db/migrate";
import { locksOn } from "@/lib/platform/db/migrate/apply";
import { asTakenOver, indexesOf } from "@/lib/platform/db/migrate/indexes";
import { conflicting, inOrder, type Lock, locksOf } from "@/lib/platform/db/migrate/locks";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { withMigrationsBefore } from "../../support/old-database";

const names = migrationNames();
const scriptOf = (name: string) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8");

/** The locks on tables that the transaction of a migration has before it commits; those in which it only reads are left out. */
const heldStatement = `
select c.relname::text as table, l.mode from pg_locks l join pg_class c on c.oid = l.relation
where l.pid = pg_backend_pid() and l.granted and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  and l.mode not in ('AccessShareLock', 'RowShareLock') and c.relname <> '_prisma_migrations'`;

type Held = { table: string; mode: string };

/** A connection that notes what a migration has locked, before it is written to the history. */
function noting(connection: PoolClient, note: (held: Held[]) => void): PoolClient {
  const query = async (sql: string, values?: unknown[]) => {
    if (sql.startsWith("insert into _prisma_migrations")) note((await connection.query<Held>(heldStatement)).rows);
    return connection.query(sql, values);
  };
  return Object.assign(Object.create(connection) as PoolClient, { query });
}

const modeOf = { RowExclusiveLock: "row exclusive", ShareLock: "share", ShareRowExclusiveLock: "share row exclusive" } as const;
/** Whether whoever has `ours` has no need to wait for `theirs` any more. */
const covers = (ours: Lock["mode"], theirs: string): boolean => {
  const mode = modeOf[theirs as keyof typeof modeOf] ?? "access exclusive";
  return conflicting[mode].every((other) => conflicting[ours].includes(other));
};

test("every lock of a migration on a table that was there is known before it is run", async () => {
  const embedded = await emptiedDatabase();
  const [first = "", ...rest] = names;
  await withMigrationsBefore(rest[0] ?? "", (root) => migrateEmbedded(embedded, root));
  expect((await embedded.query("select from _prisma_migrations")).rows).toHaveLength(1);
  const connection = await embedded.pool.connect();
  const unknown: string[] = [];
  let count = 0;
  for (const [index, name] of rest.entries()) {
    const before = await connection.query<{ name: string }>("select tablename::text as name from pg_tables where schemaname = 'public'");
    const there = new Set(before.rows.map((row) => row.name));
    const locks = new Map((await locksOn(connection, statementsOf(scriptOf(name)))).map(({ table, mode }) => [table, mode]));
    expect([...locks.keys()].filter((table) => !there.has(table))).toEqual([]);
    const note = (held: Held[]) => {
      for (const { table, mode } of held.filter((one) => there.has(one.table))) {
        count += 1;
        const ours = locks.get(table);
        if (!ours || !covers(ours, mode)) unknown.push(`${name}: ${table} in ${mode}, ${ours ?? "not at all"} before`);
      }
    };
    const apply = (root: string) => migrate(noting(connection, note), root);
    const applied = rest[index + 1] === undefined ? await apply(process.cwd()) : await withMigrationsBefore(rest[index + 1] ?? "", apply);
    expect(applied).toEqual([name]);
  }
  connection.release();
  await embedded.close();
  expect(first).not.toBe("");
  expect(unknown).toEqual([]);
  expect(count).toBeGreaterThan(40);
});

const script = `
-- update "note" set a = 1; it is a comment
ALTER TABLE "workspace" ADD COLUMN "a" TEXT DEFAULT 'create index x on contact (a)';
CREATE INDEX IF NOT EXISTS "event_a_idx" ON "event"("workspace_id");
CREATE UNIQUE INDEX "event_b_idx" ON "event"("workspace_id");
CREATE TRIGGER "t" AFTER UPDATE OF "a" ON "event" FOR EACH ROW EXECUTE FUNCTION "f"();
CREATE FUNCTION "f"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM "person"; RETURN NULL; END $$;
ALTER TABLE "made" ADD CONSTRAINT "k" FOREIGN KEY ("id") REFERENCES "contact"("id");
WITH a AS (SELECT 1) UPDATE "account" SET a = 1;
DROP INDEX "chat_old_idx";
`;

test("locks follow from the text of a script, the strongest of each table, in the order of calls", () => {
  const known = ["workspace", "event", "contact", "account", "chat_old_idx", "person", "note"];
  expect(inOrder(locksOf(statementsOf(script)).filter(({ table }) => known.includes(table)))).toEqual([
    { table: "event", mode: "share row exclusive" },
    { table: "contact", mode: "share row exclusive" },
    { table: "workspace", mode: "access exclusive" },
    { table: "account", mode: "row exclusive" },
    { table: "chat_old_idx", mode: "access exclusive" },
  ]);
});

test("only an index that the script takes over is built before it", () => {
  expect(indexesOf(script)).toEqual([
    { name: "event_a_idx", table: "event", build: 'create index concurrently "event_a_idx" on "event"("workspace_id")' },
  ]);
  const all = names.flatMap((name) => indexesOf(scriptOf(name)).map((index) => index.name));
  expect(all).toContain("event_search_idx");
  expect(all).toContain("chat_item_written_idx");
});

/** Released before indexes were built beforehand, with others that are built while calls wait. */
const newestBefore = "20261127000100_problems_in_one_statement";

test("a new migration has its indexes of large tables built before it", () => {
  const written = 'CREATE UNIQUE INDEX "event_b_idx" ON "event"("workspace_id");\nCREATE INDEX "tag_a_idx" ON "tag"("workspace_id");';
  expect(asTakenOver(written)).toBe(written.replace('INDEX "event_b_idx"', 'INDEX IF NOT EXISTS "event_b_idx"'));
  for (const name of names.filter((one) => one > newestBefore)) expect(asTakenOver(scriptOf(name)), name).toBe(scriptOf(name));
});
