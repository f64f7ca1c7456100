import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, startCluster } from "../cluster/cluster";
import { Ledger } from "../cluster/ledger";
import { expect, newTeam, type Team, test } from "../support/fixtures";
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
  await cluster.stop();
  await nodes.stop();
});

/** Which of the workers has the rows of a team: its place in `nodes.workers`. */
async function workerOf(team: Team): Promise<number> {
  const [row] = await nodes.coordinator.query<{ port: number }>(
    `select n.nodeport as port from workspace w
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('contact', w.id)
    join pg_dist_node n on n.groupid = p.groupid where w.slug = $1`,
    [team.workspace],
  );
  return nodes.workers.findIndex(({ url }) => url.includes(`:${row?.port}/`));
}

/** Two teams on each worker. */
async function spreadTeams(): Promise<Team[][]> {
  const teams: Team[][] = nodes.workers.map(() => []);
  while (teams.some((of) => of.length < 2)) {
    const team = await newTeam(cluster.running);
    const of = teams[await workerOf(team)];
    if (of && of.length < 2) of.push(team);
  }
  return teams;
}

const post = (team: Team) => team.api("POST", "/events", { body: { userId: "u", event: "Order placed" } });

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
    const [accepted, refused] = [await post(there), await post(gone)];
    expect(accepted.status, accepted.text).toBe(201);
    expect(refused.status, refused.text).toBe(503);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  }
  await nodes.workers[1]?.resume();
  await expect.poll(async () => (await post(gone)).status, { timeout: 20_000 }).toBe(201);

  await ledger.end();
  ledger.expectOnlyWaits();
  // What was sent beside the ledger is not in it.
  await nodes.coordinator.query(`delete from event e using workspace w where w.id = e.workspace_id and not e.properties ? 'reference'`);
  await ledger.expectStored(nodes.coordinator.query, breachesOnShards);
});
