import { randomInt } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { getContact } from "../api/helpers";
import { expect, newTeam, type Team, test } from "../support/fixtures";
import { breaches } from "../support/invariants";
import { type Cluster, startCluster } from "./cluster";
import { type CuttingProxy, startCuttingProxy } from "./cutter";
import { callAt } from "./instances";
import { holdLinkingLock, holdTransaction } from "./locks";

test.describe.configure({ mode: "default", timeout: 180_000 });

let cluster: Cluster;
let cutter: CuttingProxy;
test.beforeAll(async () => {
  const between = async (url: string) => {
    cutter = await startCuttingProxy(url);
    return cutter.url;
  };
  cluster = await startCluster({ between });
});
test.afterAll(async () => {
  await cluster.stop();
  cutter.close();
});

const urls = () => cluster.instances.map(({ running }) => running.url);
const anyUrl = () => urls()[randomInt(urls().length)] ?? "";
const put = (team: Team, userId: string, body: object, url = anyUrl()) => callAt(url, team, "PUT", `/contacts/${userId}`, body);

test("while a contact's row is locked its PUTs get 503, and those of other contacts and workspaces are written", async () => {
  const [ada, bob] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const [url = ""] = urls();
  await put(ada, "held", { name: "Before" });
  const held = await holdTransaction(
    cluster,
    "select from contact c join workspace w on w.id = c.workspace_id where w.slug = $1 and c.user_id = 'held' for update of c",
    [ada.workspace],
  );
  for (const round of [1, 2]) {
    const others = [ada, bob].flatMap((team) =>
      Array.from({ length: 20 }, (_, index) => put(team, `u${index}`, { name: `${round}` }, url)),
    );
    const [blocked, alsoBlocked, read, ...written] = await Promise.all([
      put(ada, "held", { name: "Never" }, url),
      put(ada, "held", { attributes: { never: true } }, url),
      callAt(url, ada, "GET", "/contacts/held"),
      ...others,
    ]);
    for (const { status, headers } of [blocked, alsoBlocked]) {
      expect(status).toBe(503);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(read.body).toMatchObject({ contact: { name: "Before" } });
    expect(written.map(({ status }) => status)).toEqual(others.map(() => 200));
  }
  await held.letGo();
  expect((await put(ada, "held", { name: "After" })).body).toMatchObject({ contact: { name: "After", attributes: {} } });
});

test("only a PUT that changes a phone waits for the linking lock", async () => {
  const team = await newTeam(cluster.running);
  const phone = "447911700001";
  await put(team, "u", { phone });
  const lock = await holdLinkingLock(cluster, team.workspace);
  const changing = put(team, "changes", { phone: "447911700002" });
  const written = await Promise.all([
    put(team, "u", { phone, name: "The stored phone" }),
    put(team, "v", { name: "No phone" }),
    put(team, "w", { phone: null, name: "An empty phone" }),
    callAt(anyUrl(), team, "GET", "/contacts/u"),
  ]);
  expect(written.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await callAt(anyUrl(), team, "GET", "/contacts/changes")).status).toBe(404);
  await lock.letGo();
  expect((await changing).body).toMatchObject({ created: true, contact: { phone: "447911700002" } });
});

test("PUTs of the same contacts at several instances deadlock nowhere, and keep every attribute", async () => {
  const teams = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const contacts = Array.from({ length: 8 }, (_, index) => `u${index}`);
  for (const round of [1, 2, 3]) {
    // Each instance gets them in another order.
    const calls = urls().flatMap((url, at) =>
      teams.flatMap((team) =>
        (at % 2 === 0 ? contacts : contacts.toReversed()).map((userId) =>
          put(team, userId, { attributes: { [`${round}-${at}`]: true } }, url),
        ),
      ),
    );
    expect((await Promise.all(calls)).filter(({ status }) => status !== 200)).toEqual([]);
  }
  for (const team of teams)
    for (const userId of contacts) expect(Object.keys((await getContact(team, userId)).contact.attributes)).toHaveLength(9);
  const [row] = await cluster.postgres.query<{ deadlocks: number }>(
    "select deadlocks::int from pg_stat_database where datname = current_database()",
  );
  expect(row?.deadlocks).toBe(0);
});

test("a PUT whose reply from the database is lost gets 503, and what was answered with 200 is stored", async () => {
  const teams = await Promise.all([0, 1, 2].map(() => newTeam(cluster.running)));
  const [url = ""] = urls();
  const sent: { team: Team; userId: string; mark: string; status: number; wait: string | null }[] = [];
  for (let round = 0; round < 4; round += 1) {
    const pending = Array.from({ length: 45 }, async (_, index) => {
      const [team = teams[0] as Team] = teams.slice(index % 3);
      const [userId, mark] = [`u${index % 9}`, `${round}-${index}`];
      const { status, headers } = await put(team, userId, { attributes: { [mark]: true } }, url);
      sent.push({ team, userId, mark, status, wait: headers.get("retry-after") });
    });
    await pause(5 + 5 * round);
    cutter.dropReplies();
    await pause(300);
    cutter.cut();
    await Promise.all(pending);
    await expect.poll(async () => (await callAt(url, teams[0] as Team, "GET")).status).toBe(404);
  }
  expect(sent.filter(({ status, wait }) => status !== 200 && !(status === 503 && Number(wait) >= 1))).toEqual([]);
  expect(sent.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  for (const { team, userId, mark } of sent.filter(({ status }) => status === 200))
    expect((await callAt(url, team, "GET", `/contacts/${userId}`)).body).toMatchObject({ contact: { attributes: { [mark]: true } } });
  expect(await breaches(cluster.postgres.query)).toEqual([]);
});
