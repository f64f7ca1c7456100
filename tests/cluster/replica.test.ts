import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, newTeam, type Session, send, type Team, teamAt, test } from "../support/fixtures";
import { joined } from "../support/members";
import { metricsOf, metricsToken, seriesIn } from "../support/metrics";
import type { Cluster as Postgres } from "../support/postgres";
import { asRunning, type Cluster, startCluster } from "./cluster";

test.describe.configure({ mode: "default", timeout: 120_000 });

let cluster: Cluster;
let standby: Postgres;
/** One team, with a session at each of two instances. */
let [here, there]: Team[] = [];
let [writer, reader]: Session[] = [];

test.beforeAll(async () => {
  cluster = await startCluster({ count: 2, env: { METRICS_TOKEN: metricsToken }, withStandby: true });
  if (!cluster.standby) throw new Error("There is a standby.");
  standby = cluster.standby;
});
test.afterAll(() => cluster.stop());

const urlAt = (index: number) => cluster.instances[index]?.running.url ?? "";
const at = (index: number) => asRunning(urlAt(index), cluster.running.operate);
const stateIs = (state: string) =>
  expect.poll(async () => seriesIn(await metricsOf(urlAt(1)), "beside_replica_state", { state }), { timeout: 20_000 }).toBe(1);
const count = async (outcome: string) => seriesIn(await metricsOf(urlAt(1)), "beside_replica_reads_total", { outcome });

test.beforeEach(async () => {
  here = await newTeam(at(0));
  there = teamAt(at(1), here);
  [writer, reader] = [await here.signIn(), await there.signIn()];
  await stateIs("usable");
});

const teams = (): { here: Team; writer: Session; reader: Session } => {
  if (!here || !writer || !reader) throw new Error("There is a team.");
  return { here, writer, reader };
};

type Items = { items: { id: string; userId: string }[] };

/** Writes at one instance, and expects what was written in a list of the other, at once. */
async function expectListed(userId: string): Promise<string> {
  const { here, reader } = teams();
  expect((await here.api("PUT", `/contacts/${userId}`, { body: { name: `Zoe ${userId}` } })).status).toBe(200);
  const reply = await reader.call("GET", `/contacts?text=${userId}`);
  expect(reply.status, reply.text).toBe(200);
  const { items } = reply.body as Items;
  expect(items.map((item) => item.userId)).toEqual([userId]);
  return items[0]?.id ?? "";
}

test("the replica answers lists, searches, the overview and exports of an instance, which show what was just written at another", async () => {
  const { here, writer, reader } = teams();
  const before = await count("replica");
  const ids: string[] = [];
  for (let index = 0; index < 20; index += 1) ids.push(await expectListed(`user_${index}`));
  const listedThere = async () => {
    expect((await reader.call("GET", "/contacts")).status).toBe(200);
    return (await count("replica")) - before;
  };
  // On a busy machine some of them were too slow for it.
  await expect.poll(listedThere, { timeout: 20_000 }).toBeGreaterThan(10);

  const added = await writer.call("POST", "/tags", { name: "Refund", color: "blue" });
  expect(added.status, added.text).toBeLessThan(300);
  for (const path of ["/audit", "/audit/export"]) expect((await reader.call("GET", path)).text).toContain("Refund");
  await here.api("POST", "/events", { body: { event: "Payment failed", userId: "user_0" } });
  expect((await reader.call("GET", `/contacts/${ids[0]}/timeline`)).text).toContain("Payment failed");
  expect((await reader.call("GET", `/contacts/${ids[0]}/export`)).text).toContain("Payment failed");
  const range = `from=${new Date(Date.now() - 3_600_000).toISOString()}&to=${new Date(Date.now() + 60_000).toISOString()}&zone=UTC`;
  expect((await reader.call("GET", `/overview?${range}`)).text).toContain("Payment failed");
  await expect.poll(async () => (await reader.call("GET", "/search?q=user_19")).text, { timeout: 20_000 }).toContain("user_19");
  for (const path of ["/requests", "/calls"]) expect((await reader.call("GET", path)).status).toBe(200);
});

test("nobody reads another workspace from the replica, and a removed member nothing at all, also while it is behind", async () => {
  const { here, writer, reader } = teams();
  const id = await expectListed("user_1");
  const bob = await newTeam(at(1));
  const stranger = await bob.signIn();
  const tom = await joined(here, writer);
  const removed = await teamAt(at(1), here).signIn(tom);
  const paths = ["/contacts", "/search?q=user_1", "/audit"];
  for (const path of paths) expect((await stranger.call("GET", path)).text).not.toMatch(/user_1|Tom Ray/);
  for (const path of [`/contacts/${id}/timeline`, `/contacts/${id}/export`]) expect((await stranger.call("GET", path)).status).toBe(404);

  expect((await removed.call("GET", "/contacts")).status).toBe(200);
  await standby.query("select pg_wal_replay_pause()");
  try {
    expect((await writer.call("DELETE", `/members/${tom.id}`)).status).toBe(200);
    expect((await removed.call("GET", "/contacts")).status).toBeGreaterThanOrEqual(401);
    expect((await reader.call("GET", "/audit")).text).toContain("member.removed");
  } finally {
    await standby.query("select pg_wal_replay_resume()");
  }
});

test("while the replica does not replay, lists show what was just written; afterwards it answers again", async () => {
  await standby.query("select pg_wal_replay_pause()");
  try {
    for (let index = 0; index < 10; index += 1) await expectListed(`late_${index}`);
    await stateIs("behind");
    // A read may find the watch before it, or the replica busy.
    const listedHere = async () => {
      await expectListed("behind");
      return count("behind");
    };
    await expect.poll(listedHere).toBeGreaterThan(0);
    await expect.poll(async () => seriesIn(await metricsOf(urlAt(1)), "beside_replica_lag_bytes")).toBeGreaterThan(0);
  } finally {
    await standby.query("select pg_wal_replay_resume()");
  }
  await stateIs("usable");
  const before = await count("replica");
  const listed = async () => {
    await expectListed("afterwards");
    return count("replica");
  };
  await expect.poll(listed).toBeGreaterThan(before);
});

const outages: { what: string; go: () => Promise<void> | void; comeBack: () => Promise<void> | void }[] = [
  { what: "stopped", go: () => standby.halt(), comeBack: () => standby.resume() },
  { what: "hung", go: () => standby.freeze(), comeBack: () => standby.thaw() },
];

for (const { what, go, comeBack } of outages) {
  test(`while the replica is ${what} lists go on without errors, and it is used again when it is back`, async () => {
    const { reader } = teams();
    await expectListed("before");
    await go();
    try {
      await expectListed("first");
      await stateIs("away");
      const [before, away] = [await count("replica"), await count("away")];
      for (let index = 0; index < 20; index += 1) expect((await reader.call("GET", "/contacts")).status).toBe(200);
      expect(await count("replica")).toBe(before);
      expect(await count("away")).toBe(away + 20);
      expect((await send(`${urlAt(1)}/api/ready`)).status).toBe(200);
    } finally {
      await comeBack();
    }
    await stateIs("usable");
    await expectListed("after");
  });
}

/** Makes the standby cancel what reads events, again and again, as a table that is vacuumed or changed does. */
async function withConflicts(work: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.postgres.url });
  await client.connect();
  let isOver = false;
  const locking = (async () => {
    while (!isOver) {
      await client.query("begin; lock table event in access exclusive mode; commit");
      await pause(5);
    }
  })();
  try {
    await work();
  } finally {
    isOver = true;
    await locking.finally(() => client.end());
  }
}

test("an export that stands in the way of the replay is whole", async () => {
  const { here, reader } = teams();
  const contactId = await expectListed("exported");
  await cluster.postgres.query(
    `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
     select c.workspace_id, gen_random_uuid(), c.id, 'Event ' || n, 'info', '{}', now() + n * interval '1 ms', now(), 0
     from contact c join workspace w on w.id = c.workspace_id cross join generate_series(1, 1500) n
     where w.slug = $1 and c.id = $2::uuid`,
    [here.workspace, contactId],
  );
  await standby.query("alter system set max_standby_streaming_delay = 0");
  await standby.query("select pg_reload_conf()");
  const before = await count("conflict");
  const expected = Array.from({ length: 1_500 }, (_, index) => `Event ${index + 1}`);
  await withConflicts(async () => {
    const isHit = async () => {
      const exports = await Promise.all(Array.from({ length: 4 }, () => reader.call("GET", `/contacts/${contactId}/export`)));
      for (const { status, text } of exports) {
        expect(status, text).toBe(200);
        expect((JSON.parse(text) as { events: { event: string }[] }).events.map(({ event }) => event)).toEqual(expected);
      }
      return (await count("conflict")) > before;
    };
    await expect.poll(isHit, { timeout: 60_000 }).toBe(true);
  });
});

test("a read that the replica gives up, as one that took too long, is answered by the database", async () => {
  const { reader } = teams();
  await expectListed("given_up");
  await stateIs("usable");
  const client = new pg.Client({ connectionString: standby.url });
  await client.connect();
  const before = await count("slow");
  let isOver = false;
  const canceling = (async () => {
    while (!isOver)
      await client.query(
        "select pg_cancel_backend(pid) from pg_stat_activity where application_name = 'beside-replica' and state <> 'idle'",
      );
  })();
  try {
    const isHit = async () => {
      const lists = await Promise.all(Array.from({ length: 4 }, () => reader.call("GET", "/contacts?text=given_up")));
      for (const { status, text } of lists) expect(status, text).toBe(200);
      return (await count("slow")) > before;
    };
    await expect.poll(isHit, { timeout: 60_000 }).toBe(true);
  } finally {
    isOver = true;
    await canceling.finally(() => client.end());
  }
});

test("a replica that became a database of its own is not read any more", async () => {
  await standby.query("select pg_promote()");
  await stateIs("unfit");
  const before = await count("replica");
  for (let index = 0; index < 5; index += 1) await expectListed(`alone_${index}`);
  expect(await count("replica")).toBe(before);
});
