import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Desk, newDesk } from "../support/desk";
import { enter, expect, newTeam, send, type Team, test } from "../support/fixtures";
import { type Receiver, startReceiver } from "../support/receiver";
import { type Cluster, startCluster } from "./cluster";
import { type Cutter, startCutter } from "./cutter";
import { Ledger } from "./ledger";
import { holdLinking } from "./locks";

test.describe.configure({ mode: "default", timeout: 120_000 });

let cluster: Cluster;
let cutter: Cutter;
let receiver: Receiver;
let teams: Team[];

test.beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startCluster({
    env: { ACTIONS_ALLOW_ORIGINS: receiver.origin },
    between: async (url) => {
      cutter = await startCutter(url);
      return cutter.url;
    },
  });
});
test.afterAll(async () => {
  await cluster.stop();
  cutter.close();
  receiver.close();
});
// Each writes at most 300 times a minute.
test.beforeEach(async () => {
  teams = await Promise.all(Array.from({ length: 12 }, () => newTeam(cluster.running)));
});

const urls = () => [cluster.url, ...cluster.instances.map(({ running }) => running.url)];
const pids = () => cluster.instances.map(({ running }) => running.pid);
// Longer than callers are held, so that some of them are told to wait.
const awayMs = 11_000;

const absences: { what: string; go: () => Promise<void> | void; comeBack: () => Promise<void> | void }[] = [
  { what: "stopped", go: () => cluster.postgres.halt(), comeBack: () => cluster.postgres.resume() },
  { what: "hung", go: () => cluster.postgres.freeze(), comeBack: () => cluster.postgres.thaw() },
];

for (const { what, go, comeBack } of absences) {
  test(`while PostgreSQL is ${what} for more than 10 s callers are told to wait, then all goes on without a restart, and nothing is lost`, async () => {
    const before = pids();
    const ledger = await Ledger.begin(urls(), teams);
    await pause(1_500);
    expect(Object.keys(ledger.statuses())).toEqual(["201"]);
    const desk = await newDesk(await newTeam(cluster.running), receiver);
    let say = () => {};
    const told = new Promise<void>((resolve) => {
      say = resolve;
    });
    desk.answers(told.then(() => ({ body: { message: "Refunded." } })));
    const pressed = await desk.press();
    await expect.poll(() => desk.calls().length).toBe(1);

    await go();
    const gone = Date.now();
    try {
      say();
      for (const url of urls().slice(1)) {
        await expect.poll(async () => (await send(`${url}/api/ready`)).text).toContain("Not ready. database:");
        expect((await send(`${url}/api/health`)).status).toBe(200);
      }
      // Whoever signs in meanwhile reads a sentence of ours, and nothing of the database.
      const who = { email: `${what}@example.com`, password: "any" };
      expect((await enter(cluster.url, who)).said).toBe("The database cannot be reached right now. Try again shortly.");
      await pause(gone + awayMs - Date.now());
    } finally {
      await comeBack();
    }
    const back = Date.now();
    await expect
      .poll(() => ledger.heard.filter(({ at, status }) => at > back && status === 201).length, { timeout: 10_000 })
      .toBeGreaterThan(50);
    await ledger.end();
    // What the customer's server said meanwhile was not lost either.
    expect((await desk.outcome(String(pressed.body["callId"]), 20_000)).outcome).toMatchObject({
      state: "delivered",
      message: "Refunded.",
    });
    expect((await desk.items()).filter(({ kind }) => kind === "action")).toHaveLength(1);
    for (const url of urls().slice(1)) await expect.poll(async () => (await send(`${url}/api/ready`)).status).toBe(200);

    ledger.expectOnlyWaits();
    expect(ledger.statuses(gone)[503]).toBeGreaterThan(0);
    // Whoever asked was answered, and not held until it was over.
    expect(Math.max(...ledger.heard.map(({ ms }) => ms))).toBeLessThan(15_000);
    expect(pids()).toEqual(before);
    await ledger.expectKept(cluster.postgres.query);
  });
}

test("connections that are cut in the middle cost a repetition, and nothing is lost or doubled", async () => {
  const ledger = await Ledger.begin(urls(), teams, 10);
  let cuts = 0;
  for (let round = 0; round < 25; round += 1) {
    await pause(100 + Math.random() * 200);
    cuts += cutter.cut();
  }
  await ledger.end();
  expect(cuts).toBeGreaterThan(25);
  expect(ledger.statuses()[503]).toBeGreaterThan(5);
  ledger.expectOnlyWaits();
  await ledger.expectKept(cluster.postgres.query);
});

test("callers of a workspace whose linking lock is held for long are told to wait, others are served at the same instance, and what was refused is taken later", async () => {
  const [slow] = urls().slice(1);
  const [blocked, ...others] = teams;
  if (!slow || !blocked) throw new Error("There are three instances, and teams.");
  const ledger = await Ledger.begin([slow], others, 100);
  const lock = await holdLinking(cluster, blocked.workspace);
  const headers = { authorization: `Bearer ${blocked.key}` };
  const body = (index: number) => JSON.stringify({ event: "Order placed", userId: `u${index}`, phone: `4479110${index + 10_000}` });
  const post = async (index: number) => {
    const sent = { method: "POST", headers: { ...headers, "idempotency-key": `k${index}` }, body: body(index) };
    const reply = await fetch(`${slow}/api/v1/events`, sent);
    return {
      status: reply.status,
      wait: Number(reply.headers.get("retry-after")),
      id: ((await reply.json()) as { id?: string }).id,
    };
  };
  // On a busy machine the last of sixty may be told to wait once more.
  const untilTaken = async (index: number) => {
    let reply = await post(index);
    for (let tries = 1; reply.status === 503 && tries < 5; tries += 1) reply = await post(index);
    return reply;
  };
  const every = Array.from({ length: 60 }, (_, index) => index);
  const refused = await Promise.all(every.map(post));
  await lock.letGo();
  expect(refused.filter(({ status, wait }) => status !== 503 || wait < 1)).toEqual([]);

  const again = await Promise.all(every.map(untilTaken));
  await ledger.end();
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 201));
  expect(new Set(again.map(({ id }) => id)).size).toBe(60);
  expect(Object.keys(ledger.statuses())).toEqual(["201"]);
  expect(Math.max(...ledger.heard.map(({ ms }) => ms))).toBeLessThan(3_000);
});

test("events of others go on while somebody holds the row of a contact, and those about that contact are told to wait", async () => {
  const [blocked, ...others] = teams;
  if (!blocked) throw new Error("There are teams.");
  await blocked.api("PUT", "/contacts/held", { body: {} });
  const ledger = await Ledger.begin(urls(), others, 40);
  const holder = new pg.Client({ connectionString: cluster.postgres.url });
  await holder.connect();
  await holder.query("begin");
  await holder.query(
    "select 1 from contact c join workspace w on w.id = c.workspace_id where w.slug = $1 and c.user_id = 'held' for update of c",
    [blocked.workspace],
  );
  const begun = Date.now();
  const waits: { status: number; wait: number }[] = [];
  while (Date.now() - begun < 8_000) {
    const replies = await Promise.all(
      urls().map((url) =>
        send(`${url}/api/v1/events`, {
          method: "POST",
          headers: { authorization: `Bearer ${blocked.key}` },
          body: { event: "Order placed", userId: "held" },
        }),
      ),
    );
    waits.push(...replies.map(({ status, headers }) => ({ status, wait: Number(headers.get("retry-after")) })));
  }
  await holder.query("rollback");
  await holder.end();
  await ledger.end();

  expect(waits.length).toBeGreaterThan(3);
  expect(waits.filter(({ status, wait }) => status !== 503 || wait < 1)).toEqual([]);
  expect(Object.keys(ledger.statuses())).toEqual(["201"]);
  expect(Math.max(...ledger.heard.map(({ ms }) => ms))).toBeLessThan(5_000);
  expect((await blocked.api("POST", "/events", { body: { event: "Order placed", userId: "held" } })).status).toBe(201);
  await ledger.expectKept(cluster.postgres.query);
});

test("while the database only reads, as after it handed over to another, callers are told to wait, and no instance is ready", async () => {
  const [team] = teams;
  if (!team) throw new Error("There are teams.");
  const post = () => team.api("POST", "/events", { body: { event: "Order placed", userId: "u" } });
  expect((await post()).status).toBe(201);
  const set = async (mode: "on" | "off") => {
    await cluster.postgres.query(`alter system set default_transaction_read_only = ${mode}`);
    await cluster.postgres.query("select pg_reload_conf()");
  };
  await set("on");
  try {
    await expect.poll(async () => (await post()).status).toBe(503);
    const refused = await post();
    expect(refused).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const url of urls().slice(1)) await expect.poll(async () => (await send(`${url}/api/ready`)).status).toBe(503);
  } finally {
    await set("off");
  }
  await expect.poll(async () => (await post()).status).toBe(201);
  for (const url of urls().slice(1)) await expect.poll(async () => (await send(`${url}/api/ready`)).status).toBe(200);
});

test("what a receiver said is kept, though the call was given up meanwhile because the database was away for too long", async () => {
  const team = await newTeam(cluster.running);
  /** A call that looks as old as after a long outage. Whether it was given up while its receiver was still thinking. */
  async function givenUp(say: (answer: object) => void, desk: Desk): Promise<boolean> {
    const callId = String((await desk.press()).body["callId"]);
    await expect.poll(() => desk.calls().length).toBeGreaterThan(0);
    await cluster.postgres.query(`update action_call set started_at = now() - interval '1 minute' where id = '${callId}'`);
    let state = "";
    await expect.poll(async () => (state = (await states(desk))[0] ?? ""), { timeout: 15_000 }).toMatch(/unknown|failed/);
    say({ body: { message: "Refunded." } });
    return state === "unknown";
  }
  const states = async (desk: Desk) => (await desk.items()).flatMap((item) => (item.kind === "action" ? [item.outcome.state] : []));

  // The instances look every ten seconds, and a receiver has ten: now and then its time is over first.
  for (let round = 1; ; round += 1) {
    const desk = await newDesk(team, receiver, { channel: "whatsapp", phone: `44791100900${round}` });
    let say: (answer: object) => void = () => {};
    desk.answers(new Promise((resolve) => (say = resolve)));
    if (!(await givenUp((answer) => say(answer), desk)) && round < 5) continue;
    await expect.poll(() => states(desk), { timeout: 20_000 }).toEqual(["unknown", "delivered"]);
    return;
  }
});
