import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { newDesk } from "../support/desk";
import { attemptSignIn, expect, newTeam, send, type Team, test } from "../support/fixtures";
import { type Receiver, startReceiver } from "../support/receiver";
import { type Cluster, startCluster } from "./cluster";
import { type CuttingProxy, startCuttingProxy } from "./cutter";
import { Ledger } from "./ledger";
import { holdLinkingLock } from "./locks";

test.describe.configure({ mode: "default", timeout: 120_000 });

let cluster: Cluster;
let cutter: CuttingProxy;
let receiver: Receiver;
let teams: Team[];

test.beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startCluster({
    env: { ACTIONS_ALLOW_ORIGINS: receiver.origin },
    between: async (url) => {
      cutter = await startCuttingProxy(url);
      return cutter.url;
    },
  });
});
test.afterAll(async () => {
  await cluster.stop();
  cutter.close();
  receiver.close();
});
// Each team writes at most 300 times a minute.
test.beforeEach(async () => {
  teams = await Promise.all(Array.from({ length: 12 }, () => newTeam(cluster.running)));
});

const urls = () => [cluster.url, ...cluster.instances.map(({ running }) => running.url)];
const pids = () => cluster.instances.map(({ running }) => running.pid);
// Longer than calls may wait, so that some get 503.
const awayMs = 11_000;

const outages: { what: string; tag: string[]; go: () => Promise<void> | void; comeBack: () => Promise<void> | void }[] = [
  { what: "stopped", tag: ["@slow"], go: () => cluster.postgres.halt(), comeBack: () => cluster.postgres.resume() },
  { what: "hung", tag: [], go: () => cluster.postgres.freeze(), comeBack: () => cluster.postgres.thaw() },
];

for (const { what, tag, go, comeBack } of outages) {
  test(`while PostgreSQL is ${what} for more than 10 s callers get 503; afterwards all works without a restart, and nothing is lost`, {
    tag,
  }, async () => {
    const before = pids();
    const ledger = await Ledger.begin(urls(), teams);
    await pause(1_500);
    expect(Object.keys(ledger.statuses())).toEqual(["201"]);
    const desk = await newDesk(await newTeam(cluster.running), receiver);
    let reply = () => {};
    const replied = new Promise<void>((resolve) => {
      reply = resolve;
    });
    desk.replyWith(replied.then(() => ({ body: { message: "Refunded." } })));
    const pressed = await desk.press();
    await expect.poll(() => desk.calls().length).toBe(1);

    await go();
    const stoppedAt = Date.now();
    try {
      reply();
      for (const url of urls().slice(1)) {
        await expect.poll(async () => (await send(`${url}/api/ready`)).text).toContain("Not ready. database:");
        expect((await send(`${url}/api/health`)).status).toBe(200);
      }
      // A sign-in meanwhile shows our own message, and nothing of the database.
      const credentials = { email: `${what}@example.com`, password: "any" };
      expect((await attemptSignIn(cluster.url, credentials)).error).toBe("The database cannot be reached right now. Try again shortly.");
      await pause(stoppedAt + awayMs - Date.now());
    } finally {
      await comeBack();
    }
    const back = Date.now();
    await expect
      .poll(() => ledger.heard.filter(({ at, status }) => at > back && status === 201).length, { timeout: 10_000 })
      .toBeGreaterThan(50);
    await ledger.end();
    // The reply of the customer's server meanwhile was not lost either.
    expect((await desk.outcome(String(pressed.body["callId"]), 20_000)).outcome).toMatchObject({
      state: "succeeded",
      message: "Refunded.",
    });
    expect((await desk.items()).filter(({ kind }) => kind === "action")).toHaveLength(1);
    for (const url of urls().slice(1)) await expect.poll(async () => (await send(`${url}/api/ready`)).status).toBe(200);

    ledger.expectOnlyWaits();
    expect(ledger.statuses(stoppedAt)[503]).toBeGreaterThan(0);
    // Callers got a reply during the outage, and did not wait for its end.
    expect(Math.max(...ledger.heard.map(({ ms }) => ms))).toBeLessThan(15_000);
    expect(pids()).toEqual(before);
    await ledger.expectStored(cluster.postgres.query);
  });
}

test("connections cut in the middle cost a retry, and nothing is lost or duplicated", async () => {
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
  await ledger.expectStored(cluster.postgres.query);
});

/** In milliseconds: of a hundred calls one may be slower, because the machine stood still for a moment. */
const nearlySlowest = ({ heard }: Ledger): number =>
  heard.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(heard.length * 0.99)] ?? Number.POSITIVE_INFINITY;

test("callers of a workspace whose linking lock is held for long get 503 and succeed later; the same instance serves the others", async () => {
  const [slow] = urls().slice(1);
  const [blocked, ...others] = teams;
  if (!slow || !blocked) throw new Error("There are three instances, and teams.");
  const ledger = await Ledger.begin([slow], others, 100);
  const lock = await holdLinkingLock(cluster, blocked.workspace);
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
  // On a busy machine the last of sixty may get 503 once more.
  const untilAccepted = async (index: number) => {
    let reply = await post(index);
    for (let attempts = 1; reply.status === 503 && attempts < 5; attempts += 1) reply = await post(index);
    return reply;
  };
  const every = Array.from({ length: 60 }, (_, index) => index);
  const rejected = await Promise.all(every.map(post));
  await lock.letGo();
  expect(rejected.filter(({ status, wait }) => status !== 503 || wait < 1)).toEqual([]);

  const again = await Promise.all(every.map(untilAccepted));
  await ledger.end();
  expect(again.map(({ status }) => status)).toEqual(again.map(() => 201));
  expect(new Set(again.map(({ id }) => id)).size).toBe(60);
  expect(Object.keys(ledger.statuses())).toEqual(["201"]);
  expect(nearlySlowest(ledger)).toBeLessThan(3_000);
});

test("while a contact's row is locked its events get 503, and those of other contacts are recorded", async () => {
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
  expect(nearlySlowest(ledger)).toBeLessThan(5_000);
  expect((await blocked.api("POST", "/events", { body: { event: "Order placed", userId: "held" } })).status).toBe(201);
  await ledger.expectStored(cluster.postgres.query);
});

test("while the database is read-only, as after a failover, callers get 503 and no instance is ready", async () => {
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
    const rejected = await post();
    expect(rejected).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
    expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const url of urls().slice(1)) await expect.poll(async () => (await send(`${url}/api/ready`)).status).toBe(503);
  } finally {
    await set("off");
  }
  await expect.poll(async () => (await post()).status).toBe(201);
  for (const url of urls().slice(1)) await expect.poll(async () => (await send(`${url}/api/ready`)).status).toBe(200);
});

test("the late reply of a receiver is recorded, even when the call was marked as unknown after a long outage of the database", async () => {
  const desk = await newDesk(await newTeam(cluster.running), receiver);
  const states = async () => (await desk.items()).flatMap((item) => (item.kind === "action" ? [item.outcome.state] : []));
  const makeOld = (id: string) =>
    cluster.postgres.query(`update action_call set started_at = now() - interval '1 minute', state = 'sending' where id = $1`, [id]);

  // A receiver has ten seconds, and an instance sweeps every ten: only just after a sweep is it certain that the next one comes in time.
  desk.replyWith({ body: {} });
  const first = await desk.pressAndWait();
  await makeOld(first.outcome.callId);
  await expect.poll(states, { timeout: 15_000, intervals: [50] }).toEqual(["succeeded", "unknown"]);
  const swept = Date.now();
  let sendReply: (reply: object) => void = () => {};
  desk.replyWith(new Promise((resolve) => (sendReply = resolve)));
  await expect.poll(() => Date.now() - swept, { timeout: 5_000 }).toBeGreaterThan(2_000);
  const callId = String((await desk.press()).body["callId"]);
  await expect.poll(() => desk.calls().length).toBe(2);
  await makeOld(callId);
  await expect.poll(states, { timeout: 15_000, intervals: [50] }).toEqual(["succeeded", "unknown", "unknown"]);
  sendReply({ body: { message: "Refunded." } });
  await expect.poll(states, { timeout: 5_000 }).toEqual(["succeeded", "unknown", "unknown", "succeeded"]);
});

test("the reply of a receiver is recorded, and a call that could not be prepared says why, when the database gives up on them as too slow", async () => {
  const desk = await newDesk(await newTeam(cluster.running), receiver);
  const { query } = cluster.postgres;
  await query("create sequence tries");
  await query(
    `create function give_up() returns trigger language plpgsql as $$ begin
      if nextval('tries') <= 2 then raise exception 'too slow' using errcode = '57014'; end if;
      return new;
    end $$`,
  );
  const giveUpWhen = (condition: string) =>
    query(`create trigger give_up before update on action_call for each row when (${condition}) execute function give_up()`);
  await giveUpWhen("new.state = 'delivered'");
  desk.replyWith({ body: { message: "Refunded." } });
  expect((await desk.pressAndWait()).outcome.state).toBe("succeeded");
  expect(desk.calls().length).toBe(1);
  await query("drop trigger give_up on action_call; select setval('tries', 1, false)");
  await giveUpWhen("old.request_headers is null and new.request_headers is not null");
  const { outcome } = await desk.pressAndWait();
  expect(outcome).toMatchObject({ state: "failed", reason: expect.stringContaining("took too long") });
  expect(desk.calls().length).toBe(1);
  await query("drop function give_up cascade; drop sequence tries");
});
