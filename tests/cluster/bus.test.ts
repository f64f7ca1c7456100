import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import { expect, newTeam, test } from "../support/fixtures";
import { metricsOf, metricsToken, seriesIn } from "../support/metrics";
import { clusterOf } from "./cluster";
import { callAt, namesChat, openTabAt, sendMessageAt, urlsOf } from "./instances";

test.describe.configure({ mode: "serial" });

const cluster = clusterOf({ env: { METRICS_TOKEN: metricsToken } });

test("a change at one instance reaches the tabs of every other within a second, and its own tabs once", async () => {
  const team = await newTeam(cluster.running);
  const urls = urlsOf(cluster);
  const tabs = await Promise.all(urls.map((url) => openTabAt(url, team)));
  // The first message loads the page's code at an instance, and the machine may be busy: the quickest of several counts.
  const rounds = 3;
  for (const [index, url] of urls.entries()) {
    const tookMs: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = Date.now();
      const chatId = await sendMessageAt(url, team, `visitor-${index}-${round}`);
      const heard = await Promise.all(tabs.map((tab) => tab.waitFor("change", namesChat(chatId), 10_000)));
      tookMs.push(Math.max(...heard.map(({ at }) => at)) - before);
    }
    expect(Math.min(...tookMs)).toBeLessThan(1_000);
  }
  // Every message is one change notification for every tab: an instance ignores its own messages, and receives none twice.
  for (const tab of tabs) {
    expect(tab.received.filter(({ event }) => event === "change")).toHaveLength(rounds * urls.length);
    tab.close();
  }
});

test("a new card reaches the tabs of every instance with its notification, and nobody else can read it in Redis", async () => {
  const team = await newTeam(cluster.running);
  const [one, two] = urlsOf(cluster);
  const chatId = await sendMessageAt(one, team, "visitor");
  const session = await team.signIn();
  await callAt(one, team, "PUT", "/contacts/user_1", { name: "Ada" });
  expect((await session.call("POST", `/chats/${chatId}/link`, { userId: "user_1" })).status).toBe(200);
  const stranger = new Redis(cluster.redis.url);
  const overheard: string[] = [];
  stranger.on("message", (_, text: string) => overheard.push(text));
  await stranger.subscribe("beside:bus");
  const tab = await openTabAt(two, team);
  expect((await callAt(one, team, "POST", "/events", { event: "Xylophone broke", userId: "user_1" })).status).toBe(201);
  const { data } = await tab.waitFor("change", ({ data }) => data.added?.some((added) => added.chatId === chatId) === true);
  const { items } = (await session.call("GET", `/chats/${chatId}/items`)).body as { items: { id: string }[] };
  expect(data.added?.map(({ item }) => item)).toEqual([items.at(-1)]);
  await expect.poll(() => overheard.some((text) => text.includes("encrypted"))).toBe(true);
  expect(overheard.join()).not.toContain("Xylophone");
  stranger.disconnect();
  tab.close();
});

test("a key revoked at one instance is rejected by the others within a second, and before their cache expires", async () => {
  const [one, two, three] = urlsOf(cluster);
  const tookMs: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const team = await newTeam(cluster.running);
    const session = await team.signIn();
    const [key] = (await session.call("GET", "/keys")).body["keys"] as { id: string }[];
    // Both have just cached it.
    for (const url of [two, three]) expect((await callAt(url, team)).status).toBe(404);
    const response = await fetch(`${one}/api/w/${team.workspace}/keys/${key?.id}`, {
      method: "DELETE",
      headers: { cookie: session.cookie, origin: one },
    });
    expect(response.status).toBe(200);
    const before = Date.now();
    for (const url of [two, three])
      await expect.poll(async () => (await callAt(url, team)).status, { timeout: 5_000, intervals: [10] }).toBe(401);
    tookMs.push(Date.now() - before);
  }
  expect(Math.min(...tookMs)).toBeLessThan(300);
});

test("a plan set on the command line applies at every instance within a second, and before the cache expires", async () => {
  const tookMs: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const team = await newTeam(cluster.running);
    for (const url of urlsOf(cluster)) expect((await callAt(url, team)).status).toBe(404);
    await team.operate("set-plan", { workspace: team.workspace, plan: "free" });
    const before = Date.now();
    for (const url of urlsOf(cluster))
      await expect.poll(async () => (await callAt(url, team)).status, { timeout: 5_000, intervals: [10] }).toBe(402);
    tookMs.push(Date.now() - before);
  }
  expect(Math.min(...tookMs)).toBeLessThan(300);
});

test("a malformed message on the bus is dropped as a whole, counted, and logged once a minute; no other message is lost", async () => {
  const team = await newTeam(cluster.running);
  const [one, two] = urlsOf(cluster);
  const tab = await openTabAt(two, team);
  const stranger = new Redis(cluster.redis.url);
  const id = randomUUID();
  const message = (what: object) => JSON.stringify({ from: randomUUID(), notifications: [], changed: [], missed: false, ...what });
  const shapes = [
    "",
    "hello",
    "[]",
    "null",
    "{}",
    message({ notifications: [[id, { chats: 7 }]] }),
    // Names with a meaning for an EventEmitter.
    message({ notifications: [["error", {}]] }),
    message({
      notifications: [
        [id, {}],
        ["error", {}],
      ],
    }),
    message({ changed: ["error"] }),
    message({ notifications: [["newListener", { chats: [{ id, seq: 1 }] }]] }),
    message({ notifications: [[id, { chats: [{ id, seq: -0.5 }] }]] }),
    message({ from: "error" }),
    message({ missed: "yes" }),
    "{".repeat(10_000),
  ];
  for (const shape of shapes) expect(await stranger.publish("beside:bus", shape)).toBe(3);
  stranger.disconnect();
  const chatId = await sendMessageAt(one, team, "visitor");
  await tab.waitFor("change", namesChat(chatId), 1_000);
  tab.close();
  for (const { running } of cluster.instances) {
    await expect.poll(() => running.output().split("between instances is malformed").length).toBe(2);
    expect(seriesIn(await metricsOf(running.url), "beside_bus_messages_dropped_total")).toBe(shapes.length);
    expect((await fetch(`${running.url}/api/v1/openapi.json`)).status).toBe(200);
  }
});
