import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, type Team, test } from "../support/fixtures";
import { type Cluster, startCluster } from "./cluster";
import { Ledger } from "./ledger";

test.describe.configure({ mode: "default", timeout: 120_000 });

let cluster: Cluster;
let teams: Team[];
test.beforeAll(async () => {
  cluster = await startCluster({ env: { DRAIN_SECONDS: "3" } });
});
test.afterAll(() => cluster.stop());
test.beforeEach(async () => {
  teams = await Promise.all(Array.from({ length: 12 }, () => newTeam(cluster.running)));
});

/** Sends GET and PUT through the proxy until `isOver`, and returns the number of replies by status. */
async function readAndWrite(team: Team, isOver: () => boolean): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let count = 0; !isOver(); count += 1) {
    const body = { attributes: { [`k${count % 50}`]: count } };
    const { status } = await (count % 2 === 0 ? team.api("PUT", "/contacts/u", { body }) : team.api("GET", "/contacts/u"));
    counts[status] = (counts[status] ?? 0) + 1;
    await pause(150);
  }
  return counts;
}

test("an instance killed under load costs some callers a retry, and nothing is lost or duplicated", async () => {
  const [first] = cluster.instances;
  if (!first) throw new Error("There are instances.");
  let isOver = false;
  const idempotent = readAndWrite(await newTeam(cluster.running), () => isOver);
  const ledger = await Ledger.begin([cluster.url, first.running.url], teams, 20);
  await pause(2_000);
  await first.running.kill();
  const killed = Date.now();
  await pause(3_000);
  await first.start();
  const back = Date.now();
  await expect.poll(() => ledger.heard.filter(({ at, status }) => at > back && status === 201).length).toBeGreaterThan(50);
  isOver = true;
  await ledger.end();

  // The operating system refuses direct connections to the killed instance; the proxy answers 503, or asks another instance.
  const unexpected = ledger.heard.filter(
    ({ status, retryAfter }) => ![0, 201].includes(status) && !(status === 503 && Number(retryAfter) >= 1),
  );
  expect(unexpected).toEqual([]);
  expect(ledger.statuses(killed)[0]).toBeGreaterThan(0);
  expect(Object.keys(await idempotent)).toEqual(["200"]);
  await ledger.expectStored(cluster.postgres.query);
});

test("no request through the proxy fails while all instances are restarted one after the other", async () => {
  let isOver = false;
  const idempotent = await Promise.all(
    [1, 2].map(async () => readAndWrite(await newTeam(cluster.running), () => isOver)).map((done) => ({ done })),
  );
  const ledger = await Ledger.begin([cluster.url], teams, 150);
  await pause(1_000);
  for (const instance of cluster.instances) {
    expect(await instance.running.stop()).toBe(0);
    await instance.start();
    await pause(500);
  }
  isOver = true;
  await ledger.end();
  expect(ledger.heard.filter(({ status }) => status !== 201)).toEqual([]);
  expect(ledger.heard.length).toBeGreaterThan(100);
  for (const { done } of idempotent) expect(Object.keys(await done)).toEqual(["200"]);
  await ledger.expectStored(cluster.postgres.query);
});
