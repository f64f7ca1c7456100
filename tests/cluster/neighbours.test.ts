import { setTimeout as pause } from "node:timers/promises";
import { expect, newTeam, type Reply, type Session, send, type Team, test } from "../support/fixtures";
import { metricsOf, metricsToken, seriesIn } from "../support/metrics";
import { type Cluster, startCluster } from "./cluster";
import { callAt } from "./instances";
import { holdTransaction, lockWaitCount } from "./locks";

// A workspace that does more than its share, beside another one at the same instance.
test.describe.configure({ mode: "default", timeout: 180_000 });

let cluster: Cluster;
let [ada, bob]: Team[] = [];
test.beforeAll(async () => {
  cluster = await startCluster({ count: 2, env: { METRICS_TOKEN: metricsToken } });
});
test.afterAll(() => cluster.stop());
test.beforeEach(async () => {
  [ada, bob] = [await newTeam(cluster.running), await newTeam(cluster.running)];
});

const teams = (): { ada: Team; bob: Team } => {
  if (!ada || !bob) throw new Error("There are two teams.");
  return { ada, bob };
};

const instanceUrl = (): string => cluster.instances[0]?.running.url ?? "";

/** A member's calls at one instance. */
const at =
  (url: string, { workspace }: Team, { cookie }: Session) =>
  (method: string, path: string, body?: object): Promise<Reply> =>
    send(`${url}/api/w/${workspace}${path}`, { method, headers: { cookie, origin: url }, ...(body && { body }) });

test("events of others are recorded while a contact that many of one workspace's events are for is locked", async () => {
  const { ada, bob } = teams();
  const url = instanceUrl();
  expect((await callAt(url, ada, "PUT", "/contacts/locked", {})).status).toBe(200);
  const held = await holdTransaction(
    cluster,
    "select c.id from contact c join workspace w on w.id = c.workspace_id where w.slug = $1 and c.user_id = 'locked' for update of c",
    [ada.workspace],
  );
  const blocked: Promise<Reply>[] = [];
  const others: Promise<Reply>[] = [];
  for (let index = 0; index < 40; index += 1) {
    blocked.push(callAt(url, ada, "POST", "/events", { event: "Order placed", userId: "locked" }));
    others.push(callAt(url, bob, "POST", "/events", { event: "Order placed", userId: `u${index % 5}` }));
    await pause(150);
  }
  const recorded = await Promise.all(others);
  await held.letGo();
  const statuses = (await Promise.all(blocked)).map(({ status }) => status);
  expect(recorded.map(({ status, text }) => (status === 201 ? 201 : text))).toEqual(recorded.map(() => 201));
  expect(statuses).toContain(503);
  expect((await callAt(url, ada, "POST", "/events", { event: "Order placed", userId: "locked" })).status).toBe(201);
});

test("one workspace's slow calls leave places in the pool for others, for events and for the check of readiness", async () => {
  const { ada, bob } = teams();
  const url = instanceUrl();
  const [hers, his] = [at(url, ada, await ada.signIn()), at(url, bob, await bob.signIn())];
  const tag = await hers("POST", "/tags", { name: "Refund", color: "blue" });
  expect(tag.status, tag.text).toBe(201);
  const { id } = tag.body as { id: string };
  const held = await holdTransaction(cluster, "select id from tag where id = $1::uuid for update", [id]);
  const slow = Array.from({ length: 60 }, (_, index) => hers("PATCH", `/tags/${id}`, { name: `Refund ${index}` }));
  // All places but the kept ones: nobody else asks.
  await expect.poll(() => lockWaitCount(cluster)).toBeGreaterThanOrEqual(6);
  const calm: Reply[] = [];
  for (let index = 0; index < 10; index += 1) {
    for (const path of ["/contacts", "/tags", "/chats"]) calm.push(await his("GET", path));
    calm.push(await callAt(url, bob, "POST", "/events", { event: "Order placed", userId: "u" }));
  }
  await expect.poll(async () => (await send(`${url}/api/ready`)).status).toBe(200);
  expect(calm.flatMap(({ status, text }) => (status === 200 || status === 201 ? [] : [text]))).toEqual([]);
  const refused = await Promise.all(slow);
  await held.letGo();
  const messages = new Set(
    refused.map(({ status, text }) => `${status} ${(JSON.parse(text) as { error: { message: string } }).error.message}`),
  );
  expect([...messages].sort()).toEqual([
    "503 This takes the database too long right now, so it was given up. Try again later, or ask for less.",
    "503 Too many requests are waiting for the database. Try again shortly.",
  ]);
  expect((await hers("GET", "/tags")).status).toBe(200);
});

test("files of one workspace are made one after the other, and too many are refused", async () => {
  const { ada, bob } = teams();
  const url = instanceUrl();
  const [hers, his] = [at(url, ada, await ada.signIn()), at(url, bob, await bob.signIn())];
  const held = await holdTransaction(cluster, "lock table audit_entry in access exclusive mode");
  const files = Array.from({ length: 30 }, () => hers("GET", "/audit/export"));
  const refusals = async (what: string) => seriesIn(await metricsOf(url), "beside_refusals_total", { what });
  // One is made, and twenty wait.
  await expect.poll(() => refusals("files")).toBe(9);
  expect((await his("GET", "/contacts")).status).toBe(200);
  await held.letGo();
  const texts = (await Promise.all(files)).map(({ status, text }) => (status === 200 ? "200" : text));
  expect(texts.filter((text) => text.includes("Too many files are being made for this workspace at once.")).length).toBe(9);
  expect(texts.filter((text) => text === "200").length).toBe(21);
  expect((await hers("GET", "/audit/export")).status).toBe(200);
});
