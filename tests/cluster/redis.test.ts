import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, type Reply, type Team, test } from "../support/fixtures";
import { metricsOf, metricsToken, seriesIn } from "../support/metrics";
import { startServer } from "../support/server";
import { clusterOf } from "./cluster";
import { callAt, expectExactly, namesChat, openTabAt, passed, race, sendMessageAt, untilNotified, urlsOf } from "./instances";

test.describe.configure({ mode: "serial" });

const cluster = clusterOf({ env: { METRICS_TOKEN: metricsToken } });

type Timed = { reply: Reply; ms: number };

/** Events in several lanes at every instance, until `isOver`; each team sends at most 300 a minute. */
async function load(urls: string[], teams: Team[], isOver: () => boolean): Promise<Timed[]> {
  const all: Timed[] = [];
  const lane = async (team: Team, at: number) => {
    for (let count = 0; !isOver(); count += 1) {
      const begun = performance.now();
      const body = { event: "Order placed", userId: `user_${at}` };
      const reply = await callAt(urls[(at + count) % urls.length] ?? "", team, "POST", "/events", body);
      all.push({ reply, ms: performance.now() - begun });
      await pause(150);
    }
  };
  await Promise.all(teams.map(lane));
  return all;
}

const quantile = (timed: Timed[], share: number) =>
  timed.map(({ ms }) => ms).sort((a, b) => a - b)[Math.min(timed.length - 1, Math.floor(timed.length * share))] ?? 0;

/** How often each instance limited a call by itself, without Redis. */
const fallbacks = () => Promise.all(urlsOf(cluster).map(async (url) => seriesIn(await metricsOf(url), "beside_limiter_fallbacks_total")));

const sharedPassCount = async () => {
  const team = await newTeam(cluster.running);
  return passed(await race(urlsOf(cluster), team, 330)).length;
};

const faults: { what: string; go: () => Promise<void> | void; comeBack: () => Promise<void> | void; tag?: string }[] = [
  { what: "hung", go: () => cluster.redis.freeze(), comeBack: () => cluster.redis.thaw() },
  { what: "killed", go: () => cluster.redis.kill(), comeBack: () => cluster.redis.resume(), tag: "@slow" },
];

for (const { what, go, comeBack, tag = [] } of faults) {
  test(`with Redis ${what} every call gets a reply in time, each instance limits by itself, and the limit is shared again afterwards`, {
    tag,
  }, async () => {
    test.setTimeout(150_000);
    const urls = urlsOf(cluster);
    const [one, two] = urls;
    const teams = await Promise.all(Array.from({ length: 12 }, () => newTeam(cluster.running)));
    const [listening, greedy] = await Promise.all([newTeam(cluster.running), newTeam(cluster.running)]);
    const near = await openTabAt(one, listening);
    const far = await openTabAt(two, listening);
    let isOver = false;
    const before = await fallbacks();
    const loading = load(urls, teams, () => isOver);
    await pause(1_000);

    await go();
    try {
      const chatId = await sendMessageAt(one, listening, "visitor");
      const sentAt = Date.now();
      await near.waitFor("change", namesChat(chatId), 1_000);
      // No notification reaches the other instance, so the heartbeat makes its tab refetch.
      await far.waitFor("tick", ({ at }) => at > sentAt, 15_500);
      expect(far.received.filter(namesChat(chatId))).toEqual([]);
      // The limit never fails open: no instance lets more than 300 pass.
      for (const url of urls) expect(passed(await race([url], greedy, 320, 4))).toHaveLength(300);
      // Long enough for every instance to notice the outage, also where connections stay open.
      await pause(sentAt + 10_000 - Date.now());
    } finally {
      await comeBack();
    }
    const back = Date.now();
    for (const [index, count] of (await fallbacks()).entries()) expect(count).toBeGreaterThan(before[index] ?? 0);
    for (const tab of [near, far]) await tab.waitFor("ready", ({ at }) => at > back, 15_000);
    isOver = true;
    const timed = await loading;
    expect(timed.filter(({ reply }) => reply.status !== 201).map(({ reply }) => reply.text)).toEqual([]);
    expect(timed.length).toBeGreaterThan(500);
    const [median, p99] = [quantile(timed, 0.5), quantile(timed, 0.99)];
    test.info().annotations.push({ type: "ms", description: `median ${median.toFixed(0)}, p99 ${p99.toFixed(0)}` });
    // Redis has 250 ms to reply, and while the circuit is open nobody but one caller at a time waits for it. Without the first limit
    // calls take three seconds, without the second most of them wait.
    expect(median).toBeLessThan(250);
    expect(p99).toBeLessThan(1_000);

    await untilNotified(one, listening, far);
    // Calls during the outage still count: a team that made its 300 at this instance waits for the rest of the minute.
    expect((await callAt(one, greedy)).status).toBe(429);
    await expect.poll(sharedPassCount, { timeout: 30_000, intervals: [1_000] }).toBe(300);
    for (const tab of [near, far]) tab.close();
  });
}

test("Beside starts and stops without its Redis, and never logs the password", async () => {
  const { redis, env } = cluster;
  const addresses = ["redis://somebody:pa55word@127.0.0.1:1/0", redis.url.replace("redis://", "redis://somebody:pa55word@")];
  for (const address of addresses) {
    const begun = Date.now();
    const server = await startServer({ env: { ...env, REDIS_URL: address, LOG_LEVEL: "debug" } });
    expect(Date.now() - begun).toBeLessThan(30_000);
    const team = await newTeam(cluster.running);
    expectExactly(await race([server.url], team, 310), 300);
    const stopping = Date.now();
    expect(await server.stop()).toBe(0);
    expect(Date.now() - stopping).toBeLessThan(5_000);
    expect(server.output()).toMatch(/Redis cannot be reached for commands/);
    expect(server.output()).toMatch(/"reason":"(ECONNREFUSED|WRONGPASS)"/);
    expect(server.output()).not.toContain("pa55word");
  }
});
