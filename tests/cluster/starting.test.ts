import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { migrate as migrateOn, migrationNames } from "@/lib/platform/db/migrate";
import { expect, send, signIn, test } from "../support/fixtures";
import { withMigrationsBefore } from "../support/old-database";
import { type Cluster as Postgres, startPostgres } from "../support/postgres";
import { freePort, killOnExit, newFolder, startServer } from "../support/server";

let postgres: Postgres;
test.beforeEach(async () => {
  postgres = await startPostgres();
});
test.afterEach(() => postgres.stop());

const migrations = migrationNames();
const startupLock = 7_266_020_261;

const environment = () => ({
  DATABASE_URL: postgres.url,
  SECRET_KEY: randomBytes(32).toString("hex"),
  NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
});

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const rows = (sql: string) => withClient(async (client) => (await client.query<Record<string, unknown>>(sql)).rows);

const applied = async () =>
  (await rows("select migration_name from _prisma_migrations where finished_at is not null order by 1")).map(
    (row) => row["migration_name"],
  );

/** The connections of those that start; they ask for the start-up lock again and again. */
const startingInstances = "select pid from pg_stat_activity where application_name = 'beside-start'";

const migrate = (env: Record<string, string>): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    execFile("npm", ["run", "--silent", "migrate"], { env: { ...process.env, ...env } }, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, out: out || error }),
    );
  });

test("three instances start at once on an empty database; migrations are applied once, and one set-up succeeds", async () => {
  test.slow();
  const env = environment();
  // All three wait for the lock first, so that they go on at the same moment however slowly the machine starts them.
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  await holder.query("select pg_advisory_lock($1)", [startupLock]);
  const starting = Promise.all(Array.from({ length: 3 }, () => startServer({ env: { ...env, LOG_LEVEL: "info" } })));
  await expect.poll(() => rows(startingInstances), { timeout: 60_000 }).toHaveLength(3);
  await holder.end();
  const servers = await starting;
  expect(await applied()).toEqual(migrations);
  expect(await rows("select count(*)::int as count from _prisma_migrations")).toEqual([{ count: migrations.length }]);
  expect(await rows("select count(*)::int as count from installation")).toEqual([{ count: 1 }]);
  for (const server of servers) expect(server.output()).toContain("waiting for it");

  const body = (index: number) => ({
    workspace: `Team ${index}`,
    name: "Mia",
    email: `mia${index}@acme.example`,
    password: "correct horse battery",
  });
  const replies = await Promise.all(
    servers.map(({ url }, index) => send(`${url}/api/setup`, { method: "POST", headers: { origin: url }, body: body(index) })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  const first = replies.findIndex(({ status }) => status === 201);
  for (const { url } of servers) {
    const session = await signIn(url, `team-${first}`, body(first));
    expect((await session.call("GET", "/members")).body["members"]).toHaveLength(1);
  }
  for (const server of servers) expect(await server.stop()).toBe(0);
});

/** Starts an instance without waiting for it. */
async function begin(env: Record<string, string>) {
  const child = killOnExit(
    spawn(process.execPath, ["server.mjs"], {
      env: { ...process.env, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(await freePort()), DATA_DIR: newFolder(), ...env },
      stdio: "ignore",
    }),
  );
  const ended = new Promise((resolve) => child.once("exit", resolve));
  return { pid: child.pid ?? 0, ended };
}

const waitingForKeys = `select pid from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%lock table "api_key"%'`;

test("an instance killed in the middle of a migration leaves nothing of it, and the waiting one applies it", async () => {
  test.slow();
  const env = environment();
  const older = migrations.indexOf("20261122030000_key_overlap");
  await withMigrationsBefore(migrations[older] ?? "", (root) => withClient((client) => migrateOn(client, root)));
  expect(await applied()).toEqual(migrations.slice(0, older));

  const reader = new pg.Client({ connectionString: postgres.url });
  await reader.connect();
  await reader.query("begin; lock table api_key in access share mode");
  const killed = await begin(env);
  await expect.poll(() => rows(waitingForKeys)).toHaveLength(1);
  const second = startServer({ env: { ...env, LOG_LEVEL: "info" } });
  await expect.poll(() => rows(startingInstances)).toHaveLength(2);
  process.kill(killed.pid, "SIGKILL");
  await killed.ended;
  await reader.query("commit");

  const server = await second;
  expect(await applied()).toEqual(migrations);
  expect(await rows("select count(*)::int as count from _prisma_migrations")).toEqual([{ count: migrations.length }]);
  await reader.end();
  expect(await server.stop()).toBe(0);
});

test("three demos that start at once share one demo workspace", async () => {
  test.slow();
  const env = { ...environment(), DEMO: "1" };
  const servers = await Promise.all(Array.from({ length: 3 }, () => startServer({ env })));
  expect(await rows("select slug from workspace")).toEqual([{ slug: "demo" }]);
  for (const server of servers) expect(await server.stop()).toBe(0);
});

test("an instance with another SECRET_KEY does not start, even when both start at once", async () => {
  test.slow();
  const env = environment();
  const started = await Promise.allSettled([
    startServer({ env }),
    startServer({ env: { ...env, SECRET_KEY: randomBytes(32).toString("hex") } }),
  ]);
  const failures = started.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(failures).toHaveLength(1);
  expect(failures[0]).toContain("SECRET_KEY is not the key");
  for (const one of started) if (one.status === "fulfilled") expect(await one.value.stop()).toBe(0);
});

test("npm run migrate applies the missing migrations once, and prints them", async () => {
  test.slow();
  const env = { ...environment(), DATA_DIR: newFolder() };
  const runs = await Promise.all([migrate(env), migrate(env), migrate(env)]);
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  const lines = runs.flatMap(({ out }) => out.trim().split("\n"));
  expect(lines.filter((line) => line.startsWith("applied ")).map((line) => line.slice(8))).toEqual(migrations);
  expect(lines.filter((line) => line === "The database is at the newest migration already.")).toHaveLength(2);
  expect(await applied()).toEqual(migrations);
  const server = await startServer({ env });
  expect(await server.stop()).toBe(0);
});

test("a database that cannot be reached stops the start with a message", async () => {
  const started = await startServer({ env: { ...environment(), DATABASE_URL: "postgresql://beside:pa55word@127.0.0.1:1/beside" } }).catch(
    (error: Error) => error,
  );
  expect(String(started)).toContain("The database at DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:1");
  expect(String(started)).not.toContain("pa55word");
});
