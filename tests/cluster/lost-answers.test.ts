import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, type Team, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { type Cluster, startCluster } from "./cluster";
import { type CuttingProxy, startCuttingProxy } from "./cutter";
import { callAt } from "./instances";

test.describe.configure({ timeout: 120_000 });

let cluster: Cluster;
let cutter: CuttingProxy;
test.beforeAll(async () => {
  cluster = await startCluster({
    count: 1,
    between: async (url) => {
      cutter = await startCuttingProxy(url);
      return cutter.url;
    },
  });
});
test.afterAll(async () => {
  await cluster.stop();
  cutter.close();
});

const minRounds = 6;
const maxRounds = 30;
const eventsPerRound = 60;

type Sent = { mark: string; status: number; wait: string | null };

async function burst(url: string, teams: Team[], round: number): Promise<Sent[]> {
  const sent = Array.from({ length: eventsPerRound }, async (_, index) => {
    const [team] = teams.slice(index % teams.length);
    if (!team) throw new Error("There are teams.");
    const mark = `${round}-${index}`;
    const body = { event: "Order placed", userId: `u${index % 7}`, properties: { reference: mark } };
    const { status, headers } = await callAt(url, team, "POST", "/events", body);
    return { mark, status, wait: headers.get("retry-after") };
  });
  return Promise.all(sent);
}

test("events without an idempotency key get 503 when the reply for their batch is lost, and each is stored at most once", async () => {
  const url = cluster.instances[0]?.running.url ?? "";
  const teams = await Promise.all([0, 1, 2].map(() => newTeam(cluster.running)));
  const storedMarks = () =>
    cluster.postgres.query<{ mark: string; count: number }>(
      `select e.properties->>'reference' as mark, count(*)::int as count
       from event e join workspace w on w.id = e.workspace_id where w.slug = any($1) group by 1`,
      [teams.map(({ workspace }) => workspace)],
    );
  const sent: Sent[] = [];
  let stored: Awaited<ReturnType<typeof storedMarks>> = [];
  let marks = new Set<string>();
  /** Some events that got 503 must be stored, or no reply was lost: retrying those would duplicate them. */
  const hasLost = () => sent.some(({ mark, status }) => status === 503 && marks.has(mark));
  for (let round = 0; round < minRounds || (round < maxRounds && !hasLost()); round += 1) {
    const pending = burst(url, teams, round);
    await pause(5 + 5 * (round % minRounds));
    cutter.dropReplies();
    await pause(300);
    cutter.cut();
    sent.push(...(await pending));
    // Wait until the instance has connected again.
    await expect.poll(async () => (await callAt(url, teams[0] as Team, "GET")).status).toBe(404);
    stored = await storedMarks();
    marks = new Set(stored.map(({ mark }) => mark));
  }
  expect(sent.filter(({ status, wait }) => status !== 201 && !(status === 503 && Number(wait) >= 1))).toEqual([]);
  expect(stored.filter(({ count }) => count !== 1)).toEqual([]);
  expect(sent.filter(({ mark, status }) => status === 201 && !marks.has(mark))).toEqual([]);
  expect(hasLost()).toBe(true);
  expect(await breaches(cluster.postgres.query)).toEqual([]);
});
