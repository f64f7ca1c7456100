import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { migrate } from "@/lib/platform/db/migrate";
import { withStartupLockAt } from "@/lib/platform/db/startup-lock";
import { type Cluster, startCluster } from "../cluster/cluster";
import { Ledger } from "../cluster/ledger";
import { expect, newTeam, type Team, test } from "../support/fixtures";
import type { Cluster as Postgres } from "../support/postgres";
import { startDistributed } from "./database";
import type { Nodes } from "./nodes";
import { breachesOnShards } from "./shards";

test.describe.configure({ mode: "serial", timeout: 240_000 });

let nodes: Nodes;
let cluster: Cluster;
test.beforeAll(async () => {
  nodes = await startDistributed();
  cluster = await startCluster({ postgres: nodes.coordinator });
});
test.afterAll(async () => {
  // Busy instances end what they have begun first.
  test.setTimeout(240_000);
  await cluster.stop();
  await nodes.stop();
});

type ShardAt = { shard: string; port: number };

/** The shard of a team's contacts, and the port of the worker that has it. */
async function shardOf(team: Team): Promise<ShardAt> {
  const [found] = await nodes.coordinator.query<ShardAt>(
    `select p.shardid::text as shard, n.nodeport as port from workspace w
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('contact', w.id)
    join pg_dist_node n on n.groupid = p.groupid where w.slug = $1`,
    [team.workspace],
  );
  if (!found) throw new Error(`${team.workspace} is nowhere.`);
  return found;
}

const portOf = ({ url }: Postgres) => Number(new URL(url).port);
const otherPort = (port: number) => nodes.workers.map(portOf).find((one) => one !== port) ?? 0;

/** Moves the shard of a team to the other worker. */
async function move(team: Team): Promise<void> {
  const { shard, port } = await shardOf(team);
  const [host, to] = ["127.0.0.1", otherPort(port)];
  await nodes.coordinator.query("select citus_move_shard_placement($1::bigint, $2, $3, $2, $4)", [shard, host, port, to]);
  expect((await shardOf(team)).port).toBe(to);
}

/** Two teams on each worker. */
async function spreadTeams(): Promise<Team[][]> {
  const teams: Team[][] = nodes.workers.map(() => []);
  while (teams.some((of) => of.length < 2)) {
    const team = await newTeam(cluster.running);
    const { port } = await shardOf(team);
    const of = teams[nodes.workers.findIndex((worker) => portOf(worker) === port)];
    if (of && of.length < 2) of.push(team);
  }
  return teams;
}

/** What instances logged as a failed request, but for those whose node was away. */
const errorsLogged = () =>
  cluster.instances
    .flatMap(({ running }) => running.output().split("\n"))
    .filter(
      (line) =>
        line.includes('"level":50') &&
        !/ECONN|timeout exceeded when trying to connect|"code":"(57P|08)|Code: `(57P|08)|could not commit transaction for shard/.test(line),
    );

const post = (team: Team) => team.api("POST", "/events", { body: { userId: "u", event: "Order placed" } });

test("workspaces whose settings change at the same moment do not fail each other", async () => {
  const teams = await Promise.all(Array.from({ length: 8 }, () => newTeam(cluster.running)));
  const changes = async (team: Team, round: number) => {
    const session = await team.signIn();
    const replies = await Promise.all([
      session.call("PUT", "/plan", { plan: round % 2 === 0 ? "business" : "pro" }),
      session.call("PUT", "/helpdesks", { embed: { allowedOrigins: [`https://helpdesk-${round}.example`], isOn: true } }),
      session.call("POST", "/invitations", { email: `tom-${round}@example.com`, role: "agent" }),
      session.call("POST", "/keys", { name: `Shop ${round}` }),
      session.call("POST", "/tags", { name: `Tag ${round}`, color: "red" }),
      session.call("GET", "/members"),
    ]);
    return replies.filter(({ status }) => status >= 400).map(({ status, text }) => `${status} ${text}`);
  };
  for (let round = 0; round < 4; round += 1) {
    const refused = await Promise.all(teams.map((team) => changes(team, round)));
    expect(refused.flat()).toEqual([]);
  }
});

test("a change that waits in a circle with another transaction is made when that has ended", async () => {
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  const other = new pg.Client({ connectionString: nodes.url });
  await other.connect();
  try {
    // Citus ends the younger one.
    await other.query("begin");
    await other.query("update workspace set name = name where slug = $1", [team.workspace]);
    const change = session.call("PUT", "/plan", { plan: "business" });
    const waiting =
      "select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%lock_shard_resources%'";
    const waits = async () => (await Promise.all(nodes.workers.map((worker) => worker.query<{ n: number }>(waiting)))).flat();
    await expect.poll(async () => (await waits()).some(({ n }) => n > 0)).toBe(true);
    await other.query("select pg_advisory_xact_lock(hashtextextended('row of workspace ' || id::text, 0)) from workspace where slug = $1", [
      team.workspace,
    ]);
    await other.query("commit");
    expect(await change).toMatchObject({ status: 200, body: { plan: "business" } });
  } finally {
    await other.end();
  }
});

test("a migration that replaces a trigger's function fails no event of the instances that go on", async () => {
  const teams = (await spreadTeams()).flat();
  const replacing = ["20261127000100_problems_in_one_statement", "20261128030000_handled_by_arrival"];
  let isOver = false;
  let accepted = 0;
  const refused: string[] = [];
  const writers = teams.map(async (team) => {
    for (let count = 0; !isOver; count += 1) {
      const reply = await team.api("POST", "/events", {
        body: { userId: `u${count}`, event: "Payment failed", properties: { reference: "R" } },
      });
      if (reply.status === 201) accepted += 1;
      else refused.push(`${reply.status} ${reply.text}`);
      await pause(20);
    }
  });
  try {
    for (let time = 0; time < 5; time += 1) {
      const before = accepted;
      await nodes.coordinator.query("delete from _prisma_migrations where migration_name = any($1)", [replacing]);
      expect(await withStartupLockAt(nodes.url, (connection) => migrate(connection))).toEqual(replacing);
      await expect.poll(() => accepted).toBeGreaterThan(before + teams.length);
    }
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  expect(refused).toEqual([]);
  const ours = "select count(*)::int as n from pg_proc where proname = 'problems_after_insert' and prosrc like '%shard_query%'";
  for (const node of [nodes.coordinator, ...nodes.workers]) expect(await node.query(ours)).toEqual([{ n: 1 }]);
});

test("while a worker is stopped its workspaces get 503 with the time to wait, the others go on, and nothing is lost", async () => {
  const [here = [], away = []] = await spreadTeams();
  const [there, gone] = [here[0], away[0]];
  if (!there || !gone) throw new Error("Each worker needs a team.");
  const ledger = await Ledger.begin(
    cluster.instances.map(({ running }) => running.url),
    [...here, ...away],
  );
  await pause(1_500);
  expect(Object.keys(ledger.statuses())).toEqual(["201"]);

  await nodes.workers[1]?.halt();
  for (let at = 0; at < 10; at += 1) {
    const refused = await post(gone);
    expect(refused.status, refused.text).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    // A machine that is too slow for all of this may refuse one of them, too, but never the next ones.
    await expect.poll(async () => (await post(there)).status, { timeout: 15_000, intervals: [1_000] }).toBe(201);
  }
  await nodes.workers[1]?.resume();
  await expect.poll(async () => (await post(gone)).status, { timeout: 20_000 }).toBe(201);
  // The coordinator finds out of each of its connections to the worker that it ended; making a team writes on all nodes.
  const isTeamMade = () =>
    newTeam(cluster.running).then(
      () => true,
      () => false,
    );
  await expect.poll(isTeamMade, { timeout: 20_000 }).toBe(true);

  await ledger.end();
  expect(errorsLogged()).toEqual([]);
  ledger.expectOnlyWaits();
  // What was sent beside the ledger is not in it.
  await nodes.coordinator.query(`delete from event e using workspace w where w.id = e.workspace_id and not e.properties ? 'reference'`);
  await ledger.expectStored(nodes.coordinator.query, breachesOnShards);
});

/** The moves take minutes on a slow machine: each team stays below its 300 calls a minute. */
const betweenCallsMs = 250;

test("while shards move to the other worker nothing is lost, nothing is doubled, and nobody waits for long", { tag: "@slow" }, async () => {
  const teams = (await spreadTeams()).flat();
  const ledger = await Ledger.begin(
    cluster.instances.map(({ running }) => running.url),
    teams,
    betweenCallsMs,
  );
  for (const team of [...teams, ...teams]) await move(team);
  await ledger.end();
  expect(errorsLogged()).toEqual([]);
  ledger.expectOnlyWaits();
  expect(ledger.statuses()[201]).toBeGreaterThan(50);
  await ledger.expectStored(nodes.coordinator.query, breachesOnShards);
});
