import { expect, newTeam, test } from "../support/fixtures";
import { startServer } from "../support/server";
import { type Cluster, startCluster } from "./cluster";
import {
  callAt,
  expectExactly,
  namesChat,
  openTabAt,
  passed,
  race,
  retryOnFallback,
  sendMessageAt,
  untilNotified,
  urlsOf,
} from "./instances";
import { type Redis, startRedis } from "./redis";
import { startUpstash, type Upstash } from "./upstash";

test.describe.configure({ mode: "serial" });

let redis: Redis;
let upstash: Upstash;
let cluster: Cluster;

test.beforeAll(async () => {
  redis = await startRedis();
  upstash = await startUpstash(redis.url);
  cluster = await startCluster({ env: { REDIS_URL: "", ...upstash.env } });
});
test.afterAll(async () => {
  await cluster.stop();
  upstash.stop();
  await redis.kill();
});

test("through Upstash's REST API exactly 300 of 360 calls over three instances pass, forty at once", async () => {
  const before = (await upstash.counts()).requests;
  await retryOnFallback(cluster, async () => expectExactly(await race(urlsOf(cluster), await newTeam(cluster.running), 360, 40), 300));
  expect((await upstash.counts()).requests).toBeGreaterThan(before);
});

test("through Upstash's REST API change notifications and changed plans reach the other instances", async () => {
  const team = await newTeam(cluster.running);
  const [one, two, three] = urlsOf(cluster);
  const tab = await openTabAt(two, team);
  const chatId = await sendMessageAt(one, team, "visitor");
  await tab.waitFor("change", namesChat(chatId), 1_000);
  expect(tab.received.filter(({ event }) => event === "change")).toHaveLength(1);
  tab.close();
  expect((await callAt(three, team)).status).toBe(404);
  await team.operate("set-plan", { workspace: team.workspace, plan: "free" });
  await expect.poll(async () => (await callAt(three, team)).status, { timeout: 1_000, intervals: [20] }).toBe(402);
});

test("without Upstash each instance limits by itself; afterwards tabs refetch and the limit is shared again", async () => {
  test.setTimeout(120_000);
  const team = await newTeam(cluster.running);
  const [one, two] = urlsOf(cluster);
  const tab = await openTabAt(two, team);
  await upstash.go();
  const greedy = await newTeam(cluster.running);
  for (const url of [one, two]) expect(passed(await race([url], greedy, 320, 40))).toHaveLength(300);
  const chatId = await sendMessageAt(one, team, "visitor");
  await upstash.comeBack();
  const back = Date.now();
  await tab.waitFor("ready", ({ at }) => at > back, 15_000);
  expect(tab.received.filter(namesChat(chatId))).toEqual([]);
  await untilNotified(one, team, tab);
  const shared = async () => passed(await race(urlsOf(cluster), await newTeam(cluster.running), 330, 40)).length;
  await expect.poll(shared, { timeout: 30_000, intervals: [1_000] }).toBe(300);
  tab.close();
});

test("with a wrong token each instance limits by itself, and never logs the token", async () => {
  const wrong = "wr0ng-token";
  const env = { ...cluster.env, UPSTASH_REDIS_REST_TOKEN: wrong, LOG_LEVEL: "debug" };
  const server = await startServer({ env });
  expectExactly(await race([server.url], await newTeam(cluster.running), 310), 300);
  await expect.poll(async () => (await upstash.counts()).refused).toBeGreaterThan(0);
  expect(await server.stop()).toBe(0);
  expect(server.output()).toContain("each instance limits by itself");
  expect(server.output()).not.toContain(wrong);
});
