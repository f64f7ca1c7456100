import { rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { migrate } from "@/lib/platform/db/migrate";
import { lockOrder } from "@/lib/platform/db/migrate/locks";
import { withStartupLockAt } from "@/lib/platform/db/startup-lock";
import { expect, newTeam, type Team, test } from "../support/fixtures";
import { rootWith } from "../support/old-database";
import { type Cluster, startCluster } from "./cluster";
import { holdTransaction } from "./locks";

// One instance stands for the previous version, which goes on while the database gets a migration that the next version has.
test.describe.configure({ mode: "serial", timeout: 120_000 });

let cluster: Cluster;
let teams: Team[];
test.beforeAll(async () => {
  cluster = await startCluster({ count: 1 });
  teams = await Promise.all([newTeam(cluster.running), newTeam(cluster.running)]);
  for (const team of teams) expect((await team.api("PUT", "/contacts/ada", { body: { name: "Ada" } })).status).toBe(200);
});
test.afterAll(() => cluster.stop());

const startupLock = 7_266_020_261;
const name = "20990101000000_next";

/** Starts to apply one more migration, as an instance of the next version does. */
function begin(sql: string): Promise<string[]> {
  const root = rootWith(name, sql);
  return withStartupLockAt(cluster.postgres.url, (connection) => migrate(connection, root)).finally(() =>
    rmSync(root, { recursive: true }),
  );
}

/** Undoes the migration, so that the instance has the tables that it expects, and another one can be applied. */
async function undo(sql: string): Promise<void> {
  await cluster.postgres.query(sql);
  await cluster.postgres.query("delete from _prisma_migrations where migration_name = $1", [name]);
}

const isApplied = async () =>
  (await cluster.postgres.query("select from _prisma_migrations where migration_name = $1", [name])).length === 1;

type Found = { pid: number };
const starting = (more: string) =>
  cluster.postgres.query<Found>(`select a.pid from pg_stat_activity a where a.application_name = 'beside-start' and ${more}`);
const isWaiting = async () => (await starting("a.wait_event_type = 'Lock'")).length === 1;

/** Calls that go on until `end`, and what they were answered: events that make contacts, one contact, and messages. */
function calls() {
  const answers: { status: number; ms: number }[] = [];
  let isOver = false;
  const kinds = [
    (team: Team, count: number) =>
      team.api("POST", "/events", { body: { userId: `u${count}`, event: "Payment failed", properties: { reference: "R" } } }),
    (team: Team) => team.api("PUT", "/contacts/ada", { body: { phone: "447911000001", name: "Ada" } }),
    (team: Team) => team.api("GET", "/contacts/ada"),
    async (team: Team) => ({ status: (await team.sendMessage({ channel: "whatsapp", phone: "447911000001" })) ? 201 : 0 }),
  ];
  const lane = async (team: Team, kind: (typeof kinds)[number]) => {
    for (let count = 0; !isOver; count += 1) {
      const began = performance.now();
      const { status } = await kind(team, count).catch(() => ({ status: 0 }));
      answers.push({ status, ms: performance.now() - began });
      // Each team stays below its 300 calls a minute.
      await pause(700);
    }
  };
  const lanes = teams.flatMap((team) => kinds.map((kind) => lane(team, kind)));
  return {
    count: () => answers.length,
    /** How many failed, and how long the slowest took. */
    end: async () => {
      isOver = true;
      await Promise.all(lanes);
      return {
        failed: answers.filter(({ status }) => status !== 200 && status !== 201),
        slowest: Math.max(...answers.map(({ ms }) => ms)),
      };
    },
  };
}

const adding = `alter table event add column of_next int; alter table contact add column of_next int;`;
const removing = "alter table event drop column of_next; alter table contact drop column of_next";

/** An instance of an earlier version waits in the queue of the start-up lock, with a snapshot that an index would wait for. */
async function startEarlierVersion(): Promise<void> {
  const other = new pg.Client({ connectionString: cluster.postgres.url, statement_timeout: 10_000 });
  await other.connect();
  await other.query("select pg_advisory_lock($1)", [startupLock]).finally(() => other.end());
}

/** What pg_dump does, for as long as `meanwhile` takes. */
async function besideReader(meanwhile: (count: () => number) => Promise<void>) {
  const reader = await holdTransaction(cluster, "lock table event in access share mode");
  const running = calls();
  const migrating = begin(adding);
  await expect.poll(isWaiting, { timeout: 15_000 }).toBe(true);
  await meanwhile(running.count);
  expect(await isApplied()).toBe(false);
  await reader.letGo();
  expect(await migrating).toEqual([name]);
  const { failed, slowest } = await running.end();
  await undo(removing);
  expect(failed).toEqual([]);
  // One attempt makes calls wait for two seconds.
  expect(slowest).toBeLessThan(6_000);
}

test("while a migration waits for a reader, calls are answered and instances of earlier versions can start", async () => {
  await besideReader(async (count) => {
    await expect.poll(isWaiting).toBe(false);
    const before = count();
    let hasTriedAgain = false;
    const calledSoFar = async () => {
      if (await isWaiting()) hasTriedAgain = true;
      return count();
    };
    await expect.poll(calledSoFar, { timeout: 30_000 }).toBeGreaterThan(before + 40);
    // It would fail, and calls would wait behind it.
    expect(hasTriedAgain).toBe(false);
    await startEarlierVersion();
    // As the start of an instance does that lacks no migration.
    expect(await withStartupLockAt(cluster.postgres.url, (connection) => migrate(connection))).toEqual([]);
  });
});

test("a reader that holds a table for 30 seconds during an upgrade fails no call @slow", async () => {
  await besideReader(async () => {
    await pause(30_000);
  });
});

const indexing = "create index if not exists of_next_idx on event (workspace_id, event, event_reference(properties));";
const indexState = () => cluster.postgres.query("select indisvalid as valid from pg_index where indexrelid = to_regclass('of_next_idx')");

test("a large index is built beside calls, and again after a start was killed while it was built", async () => {
  await cluster.postgres.query("alter table event disable trigger user");
  await cluster.postgres.query(`
    insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
    select c.workspace_id, gen_random_uuid(), c.id, 'Order placed', 'info', jsonb_build_object('text', repeat('x', 900)), now(), now(), 0
    from (select * from contact limit 1) c cross join generate_series(1, 20000)`);
  await cluster.postgres.query("alter table event enable trigger user");
  const running = calls();
  // Its snapshot is older than the index, which so cannot become valid before it ends.
  const reader = await holdTransaction(cluster, "set transaction isolation level repeatable read; select count(*) from workspace");
  const killed = begin(indexing).catch((error: Error) => error.message);
  const building = "a.query ilike 'create index concurrently%'";
  await expect.poll(async () => (await starting(`${building} and a.wait_event = 'virtualxid'`)).length, { timeout: 30_000 }).toBe(1);
  const before = running.count();
  await expect.poll(running.count, { timeout: 30_000 }).toBeGreaterThan(before + 10);
  await startEarlierVersion();
  // Another one that has the migration waits, and goes on when the first one is gone.
  const second = begin(indexing);
  await expect.poll(async () => (await starting("a.query ilike '%pg_try_advisory_lock%'")).length).toBe(1);
  await cluster.postgres.query(`select pg_terminate_backend(pid) from pg_stat_activity a where ${building}`);
  expect(await killed).toContain("The index of_next_idx could not be built: terminating connection");

  await reader.letGo();
  expect(await second).toEqual([name]);
  expect(await indexState()).toEqual([{ valid: true }]);
  expect((await running.end()).failed).toEqual([]);

  // The migration takes over an index that is there, and locks nothing for it.
  await undo("select");
  const call = await holdTransaction(cluster, "lock table event in row exclusive mode");
  const third = begin(indexing);
  await expect.poll(isApplied, { timeout: 15_000 }).toBe(true);
  await call.letGo();
  expect(await third).toEqual([name]);
  await undo("drop index of_next_idx");
});

const deadlocks = () => cluster.postgres.query("select deadlocks from pg_stat_database where datname = current_database()");

for (const [first, second] of [
  ["event", "contact"],
  ["contact", "event"],
] as const) {
  test(`a migration that waits for ${first} has nothing that the same call needs: ${second}`, async () => {
    const before = await deadlocks();
    const call = await holdTransaction(cluster, `lock table ${first} in row exclusive mode`);
    const migrating = begin(`
      create index if not exists of_next_idx on event (workspace_id, event);
      create trigger of_next after insert on contact for each row execute function refuse_change();`);
    await expect.poll(isWaiting, { timeout: 15_000 }).toBe(true);
    // As a call that goes on. In a circle, it would wait until the database ends one of the two.
    await call.query(`lock table ${second} in row exclusive mode`);
    await call.letGo("commit");
    expect(await migrating).toEqual([name]);
    expect(await deadlocks()).toEqual(before);
    await undo("drop trigger of_next on contact; drop index of_next_idx");
  });
}

// The job that indexes names the table of its queue in its statement. An event only reaches that table by triggers.
const heldStatement = `
select c.relname::text as table, l.granted from pg_locks l join pg_class c on c.oid = l.relation
where l.pid in (select a.pid from pg_stat_activity a where a.application_name = 'beside' and a.wait_event_type = 'Lock'
  and a.query not like '%search_todo%') and (l.mode = 'RowExclusiveLock' or not l.granted) and c.relname = any($1)`;

test("events take their locks in the order in which migrations do", async () => {
  const [team] = teams;
  for (const [index, table] of lockOrder.entries()) {
    // An event makes a contact, which needs its workspace only to be there.
    const mode = table === "workspace" ? "access exclusive" : "share row exclusive";
    await team?.api("POST", "/events", { body: { userId: "warm", event: "Payment failed" } });
    const holder = await holdTransaction(cluster, `lock table ${table} in ${mode} mode`);
    const event = team?.api("POST", "/events", { body: { userId: `order-${index}`, event: "Payment failed" } });
    let held: { table: string; granted: boolean }[] = [];
    const find = async () => {
      held = await cluster.postgres.query(heldStatement, [lockOrder]);
      return held.filter(({ granted }) => !granted).map((one) => one.table);
    };
    // It waits for a limited time.
    await expect.poll(find, { intervals: [50] }).toEqual([table]);
    const written = held.filter(({ granted }) => granted).map((one) => one.table);
    expect(written.filter((one) => lockOrder.indexOf(one) > index)).toEqual([]);
    await holder.letGo();
    expect((await event)?.status).toBe(201);
  }
});
