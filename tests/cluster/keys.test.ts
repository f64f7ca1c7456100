import { createHash, randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { newKey } from "@/lib/workspace/keys/key";
import { expect, newTeam, type Reply, type Session, send, type Team, test } from "../support/fixtures";
import { metricsToken } from "../support/metrics";
import { clusterOf } from "./cluster";
import { callAt, urlsOf } from "./instances";

test.describe.configure({ mode: "serial", timeout: 120_000 });

const cluster = clusterOf({ env: { METRICS_TOKEN: metricsToken } });

const hashOf = (key: string) => createHash("sha256").update(key).digest("base64url");
const withKey = (url: string, key: string, headers: Record<string, string> = {}) =>
  send(`${url}/api/v1/contacts/nobody`, { headers: { authorization: `Bearer ${key}`, ...headers } });
const usedAt = async (session: Session) =>
  ((await session.call("GET", "/keys")).body["keys"] as { lastUsedAt: string | null }[])[0]?.lastUsedAt ?? null;

/** Another transaction in the database, open until `end`. */
async function open(sql: string, values: unknown[] = []): Promise<{ end: () => Promise<void> }> {
  const client = new pg.Client({ connectionString: cluster.postgres.url });
  await client.connect();
  await client.query("begin");
  await client.query(sql, values);
  return { end: () => client.end() };
}

/** One call of each team at each instance: the distinct statuses, and how long the slowest took. */
async function callsOf(teams: Team[]): Promise<{ statuses: number[]; slowestMs: number }> {
  const timed = async (call: Promise<Reply>) => {
    const began = performance.now();
    const { status } = await call;
    return { status, tookMs: performance.now() - began };
  };
  const all = await Promise.all(teams.flatMap((team) => urlsOf(cluster).map((url) => timed(callAt(url, team)))));
  return { statuses: [...new Set(all.map(({ status }) => status))], slowestMs: Math.max(...all.map(({ tookMs }) => tookMs)) };
}

test("a locked key row delays no call of any workspace, and the last use of other keys is written", async () => {
  const [ada, bob] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const lock = await open("select id from api_key where hash = $1 for update", [hashOf(ada.key)]);
  const { statuses, slowestMs } = await callsOf([ada, bob]);
  expect(statuses).toEqual([404]);
  expect(slowestMs).toBeLessThan(1_400);
  const sessions = [await ada.signIn(), await bob.signIn()] as const;
  await expect.poll(() => usedAt(sessions[1])).not.toBeNull();
  expect(await usedAt(sessions[0])).toBeNull();
  await lock.end();
});

test("a table of keys locked for writing delays no call, and its writer gives up waiting", async () => {
  const [ada, bob] = [await newTeam(cluster.running), await newTeam(cluster.running)];
  const lock = await open("lock table api_key in share mode");
  const { statuses, slowestMs } = await callsOf([ada, bob]);
  expect(statuses).toEqual([404]);
  expect(slowestMs).toBeLessThan(1_400);
  const waiting = () =>
    cluster.postgres.query("select 1 from pg_stat_activity where application_name = 'beside' and wait_event_type = 'Lock'");
  await expect.poll(async () => (await waiting()).length, { intervals: [20] }).toBeGreaterThan(0);
  await expect.poll(async () => (await waiting()).length, { timeout: 2_000 }).toBe(0);
  await lock.end();
});

test("a read-only database stops no key, and is logged once", async () => {
  const teams = [await newTeam(cluster.running), await newTeam(cluster.running), await newTeam(cluster.running)];
  const readOnly = async (value: "on" | "off") => {
    await cluster.postgres.query(`alter system set default_transaction_read_only = ${value}`);
    await cluster.postgres.query("select pg_reload_conf()");
  };
  const countLogged = (text: string) => cluster.instances.map(({ running }) => running.output().split(text).length - 1);
  const failures = () => countLogged("last use of keys cannot be written");
  const sessions: Session[] = [];
  for (const team of teams) sessions.push(await team.signIn());
  /** An instance writes the last use of keys before it lists them, so every instance tries at once. */
  const listKeysEverywhere = async (team: Team, { cookie }: Session) => {
    for (const url of urlsOf(cluster))
      expect((await send(`${url}/api/w/${team.workspace}/keys`, { headers: { cookie } })).status).toBe(200);
  };
  // Every instance has written since the table was locked.
  await callsOf([await newTeam(cluster.running)]);
  await expect.poll(() => countLogged("last use of keys can be written again")).toEqual(failures());
  const before = failures();
  await readOnly("on");
  try {
    await expect
      .poll(async () => (await cluster.postgres.query("show default_transaction_read_only"))[0])
      .toMatchObject({
        default_transaction_read_only: "on",
      });
    for (const [index, team] of teams.entries()) {
      expect((await callsOf([team])).statuses).toEqual([404]);
      const session = sessions[index];
      if (session) await listKeysEverywhere(team, session);
    }
    await expect.poll(() => failures().map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1]);
    expect((await callsOf(teams)).statuses).toEqual([404]);
  } finally {
    await readOnly("off");
  }
  expect(failures().map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1, 1]);
});

test("only one of three instances writes the last use of a key, and a busy key is written once a minute", async () => {
  const ada = await newTeam(cluster.running);
  await cluster.postgres.query(`
    create table written (hash text);
    create function note_write() returns trigger language plpgsql as $$ begin insert into written values (new.hash); return new; end $$;
    create trigger note_write before update on api_key for each row execute function note_write()`);
  const writes = () => cluster.postgres.query("select 1 from written where hash = $1", [hashOf(ada.key)]);
  // Each instance collects uses for half a second: all three see an idle key, and try to write it one after the other.
  for (const url of urlsOf(cluster)) {
    await callAt(url, ada);
    await pause(150);
  }
  for (let round = 0; round < 10; round += 1) {
    await callsOf([ada]);
    await pause(250);
  }
  expect(await writes()).toHaveLength(1);
  await cluster.postgres.query("drop trigger note_write on api_key; drop function note_write; drop table written");
});

test("a replaced key ends at the same moment at every instance, even when it was just cached", async () => {
  const ada = await newTeam(cluster.running);
  const session = await ada.signIn();
  const [key] = (await session.call("GET", "/keys")).body["keys"] as { id: string }[];
  const rotated = await session.call("POST", `/keys/${key?.id}/rotate`, { overlapSeconds: 2 });
  const { older } = rotated.body["key"] as { older: { endsAt: string }[] };
  const endsAt = Date.parse(older[0]?.endsAt ?? "");
  // A look-up cached for a second shortly before the end would accept the key after it.
  await pause(endsAt - 300 - Date.now());
  const rejectedAt = await Promise.all(
    urlsOf(cluster).map(async (url) => {
      for (;;) {
        const { status } = await callAt(url, ada);
        if (status === 401) return Date.now();
        expect(status).toBe(404);
        expect(Date.now()).toBeLessThan(endsAt + 1_000);
        await pause(40);
      }
    }),
  );
  for (const at of rejectedAt) {
    expect(at).toBeGreaterThanOrEqual(endsAt);
    expect(at).toBeLessThan(endsAt + 500);
  }
});

test("an overlap ended by hand at one instance is over at the others before their cache expires", async () => {
  const tookMs: number[] = [];
  for (let round = 0; round < 3; round += 1) tookMs.push(await msUntilEnded(await newTeam(cluster.running)));
  expect(Math.min(...tookMs)).toBeLessThan(500);
});

/** Ends an overlap by hand at one instance, and returns how long the others, which have just cached the key, still accept it. */
async function msUntilEnded(ada: Team): Promise<number> {
  const session = await ada.signIn();
  const [key] = (await session.call("GET", "/keys")).body["keys"] as { id: string }[];
  await session.call("POST", `/keys/${key?.id}/rotate`, { overlapSeconds: 3_600 });
  expect((await callsOf([ada])).statuses).toEqual([404]);
  const [one] = urlsOf(cluster);
  const ended = await fetch(`${one}/api/w/${ada.workspace}/keys/${key?.id}/end`, {
    method: "POST",
    headers: { cookie: session.cookie, origin: one, "content-type": "application/json" },
    body: "{}",
  });
  expect(ended.status).toBe(200);
  const began = performance.now();
  for (const url of urlsOf(cluster))
    await expect.poll(async () => (await callAt(url, ada)).status, { timeout: 1_000, intervals: [10] }).toBe(401);
  return performance.now() - began;
}

test("rejects well-formed forged keys without a query once the limit over all instances is reached, and a live key still works", async () => {
  const ada = await newTeam(cluster.running);
  const from = { "x-forwarded-for": `10.1.${randomBytes(2).join(".")}, 10.0.0.1` };
  expect((await callsOf([ada])).statuses).toEqual([404]);
  for (let round = 0; round < 10; round += 1) {
    const guesses = await Promise.all(Array.from({ length: 30 }, (_, index) => withKey(urlsOf(cluster)[index % 3] ?? "", newKey(), from)));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
  }
  // Every look-up of a key waits for this lock.
  const lock = await open("lock table api_key in access exclusive mode");
  for (const url of urlsOf(cluster)) {
    const began = performance.now();
    const rejected = await withKey(url, newKey(), from);
    expect(rejected).toMatchObject({ status: 429, body: { error: { code: "rate_limited" } } });
    expect(performance.now() - began).toBeLessThan(1_000);
  }
  await lock.end();
  const live = await Promise.all(urlsOf(cluster).map((url) => withKey(url, ada.key, from)));
  expect(live.map(({ status }) => status)).toEqual([404, 404, 404]);
  const elsewhere = { "x-forwarded-for": `10.2.${randomBytes(2).join(".")}, 10.0.0.1` };
  expect((await withKey(urlsOf(cluster)[0], newKey(), elsewhere)).status).toBe(401);
});

test("an expired key loses its hash, and its row is deleted after 30 days", async () => {
  const ada = await newTeam(cluster.running);
  const session = await ada.signIn();
  const ids: string[] = [];
  for (const days of [0, 29, 31]) {
    const made = await session.call("POST", "/keys", { name: "Shop" });
    const { id } = made.body["key"] as { id: string };
    await session.call("POST", `/keys/${id}/rotate`, { overlapSeconds: 60 });
    await cluster.postgres.query("update api_key set ends_at = now() - make_interval(days => $2) where id = $1", [id, days]);
    ids.push(id);
  }
  // A key that stops at once, or is ended by hand, loses its hash immediately: no clock change makes it work again.
  const stopped: string[] = [];
  for (const [overlapSeconds, end] of [
    [0, false],
    [60, true],
  ] as const) {
    const { id } = (await session.call("POST", "/keys", { name: "Stopped" })).body["key"] as { id: string };
    await session.call("POST", `/keys/${id}/rotate`, { overlapSeconds });
    if (end) expect((await session.call("POST", `/keys/${id}/end`, {})).status).toBe(200);
    stopped.push(id);
  }
  expect(await cluster.postgres.query("select hash from api_key where id = any($1)", [stopped])).toEqual([{ hash: null }, { hash: null }]);
  // A process deletes expired rows when it starts.
  const [first] = cluster.instances;
  await first?.running.stop();
  await first?.start();
  const left = () =>
    cluster.postgres.query<{ id: string; hash: string | null }>("select id, hash from api_key where id = any($1) order by id", [ids]);
  await expect.poll(left, { timeout: 20_000 }).toEqual(ids.slice(0, 2).map((id) => ({ id, hash: null })));
  expect((await session.call("GET", "/keys")).body["keys"]).toHaveLength(6);
});
