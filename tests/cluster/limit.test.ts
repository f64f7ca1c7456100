import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { attemptSignIn, expect, newTeam, send, test } from "../support/fixtures";
import { clusterOf } from "./cluster";
import { callAt, expectExactly, passed, race, retryOnFallback, urlsOf } from "./instances";

test.describe.configure({ mode: "serial" });

const cluster = clusterOf();

test("exactly 300 of 360 simultaneous calls to three instances pass, each with a different remaining count", async () => {
  await retryOnFallback(cluster, async () => {
    const team = await newTeam(cluster.running);
    const urls = urlsOf(cluster);
    expectExactly(await race(urls, team, 360), 300);
    for (const url of urls) expect((await callAt(url, team)).status).toBe(429);
  });
});

test("counts calls through the proxy and at an instance together", async () => {
  await retryOnFallback(cluster, async () => {
    const team = await newTeam(cluster.running);
    await race([cluster.url], team, 100);
    const [, , third] = urlsOf(cluster);
    expect((await callAt(third, team)).headers.get("ratelimit-remaining")).toBe("199");
  });
});

test("the window slides over all instances: each call expires after a minute", async () => {
  test.setTimeout(400_000);
  await retryOnFallback(cluster, slides);
});

async function slides(): Promise<void> {
  const team = await newTeam(cluster.running);
  const [one, two, three] = urlsOf(cluster);
  const begun = Date.now();
  expectExactly(await race([one], team, 150), 150, 150);
  const firstDone = Date.now();
  await pause(begun + 30_000 - Date.now());
  expectExactly(await race([two, three], team, 170), 150);
  const secondDone = Date.now();
  const rejected = await callAt(one, team);
  expect(rejected.status).toBe(429);
  expect(Math.abs(begun + 60_000 - Date.now() - Number(rejected.headers.get("retry-after")) * 1000)).toBeLessThan(3_000);

  // The first half has left the window and the second has not: neither a full minute nor an average counts.
  await pause(firstDone + 60_100 - Date.now());
  const replies = await race([one, two, three], team, 200);
  expect(Date.now()).toBeLessThan(begun + 90_000);
  expectExactly(replies, 150);
  await pause(secondDone + 60_100 - Date.now());
  expect(passed(await race([three], team, 200))).toHaveLength(150);
}

test("counts guesses at keys and passwords over all instances, too", async () => {
  await retryOnFallback(cluster, guesses);
});

async function guesses(): Promise<void> {
  const team = await newTeam(cluster.running);
  const urls = urlsOf(cluster);
  const address = `10.${[0, 0, 0].map(() => randomInt(256)).join(".")}, 10.0.0.1`;
  const guess = (index: number) =>
    send(`${urls[index % 3]}/api/v1/contacts/u`, { headers: { authorization: `Bearer ${team.key}A`, "x-forwarded-for": address } });
  const made = await Promise.all(Array.from({ length: 330 }, (_, index) => guess(index)));
  expect(made.filter(({ status }) => status === 401)).toHaveLength(300);
  expect(made.filter(({ status }) => status === 429)).toHaveLength(30);

  const errors: (string | null)[] = [];
  for (let attempt = 0; attempt < 12; attempt += 1) {
    errors.push((await attemptSignIn(urls[attempt % 3] ?? "", { email: team.owner.email, password: randomUUID() })).error);
  }
  expect(errors.slice(0, 10).filter((text) => text?.includes("Wrong e-mail or password"))).toHaveLength(10);
  expect(errors.slice(10).filter((text) => text?.includes("Too many attempts"))).toHaveLength(2);
}

test("right after Redis came back empty no instance lets a workspace have more than 300 in a minute", async () => {
  const team = await newTeam(cluster.running);
  const urls = urlsOf(cluster);
  const passedAt = async (url: string, count: number) => {
    const replies = await race([url], team, count, 20);
    expect(replies.map(({ status }) => status).filter((status) => status !== 404 && status !== 429)).toEqual([]);
    return passed(replies).length;
  };
  const begun = Date.now();
  const before = await Promise.all(urls.map((url) => passedAt(url, 100)));
  await cluster.redis.kill();
  await cluster.redis.resume();
  const after = await Promise.all(urls.map((url) => passedAt(url, 400)));
  const again = await Promise.all(urls.map((url) => passedAt(url, 50)));
  expect(Date.now() - begun).toBeLessThan(55_000);
  expect(before.reduce((sum, count) => sum + count, 0)).toBe(300);
  for (const index of urls.keys()) expect((before[index] ?? 0) + (after[index] ?? 0) + (again[index] ?? 0)).toBeLessThanOrEqual(300);
});
