import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, cpuSecondsOf, startPostgres } from "../support/postgres";
import { type Running, startServer } from "../support/server";
import { unlimited } from "../support/unlimited";
import { median, quantiles } from "./latency";
import { load, type Turn } from "./load";
import { amount, connections, round, rounds, say } from "./print";
import { type Receiver, startReceiver } from "./receiver";
import { connected, populate, type World } from "./world";

const perSecond = 200;
const seconds = Number(process.env["SECONDS"] ?? 15);
const queued = Number(process.env["QUEUED"] ?? 10_000);
const eachKind = 500;

/** How long after its change each webhook came, by its id. */
type Delays = Map<string, number>;

function delaysAt({ onWebhook }: Receiver): Delays {
  const delays: Delays = new Map();
  onWebhook((body, id) => {
    const { timestamp } = JSON.parse(body) as { timestamp: string };
    if (!delays.has(id)) delays.set(id, Date.now() - Date.parse(timestamp));
  });
  return delays;
}

/** Does `work` for all, sixteen at a time. */
async function forEach<T>(all: readonly T[], work: (one: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async () => {
    for (let at = next++; at < all.length; at = next++) await work(all[at] as T, at);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
}

async function post(url: string, key: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await reply.text();
  if (reply.status !== 201) throw new Error(`answered ${reply.status}: ${text}`);
}

const addEndpoints = (server: Running, { workspaces }: World, url: string | null): Promise<void> =>
  forEach(workspaces, ({ key }) => post(`${server.url}/api/v1/webhook-endpoints`, key, { url, types: ["event.received"] }));

const waitingIn = ({ url }: Cluster): Promise<number> =>
  connected(url, async (query) => {
    const { rows } = await query("select count(*)::int as count from webhook_delivery where state in ('waiting', 'sending')");
    return Number(rows[0]?.["count"]);
  });

/** Waits until nothing is left to send. */
async function drained(cluster: Cluster): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if ((await waitingIn(cluster)) === 0) return;
    await pause(200);
  }
  throw new Error(`${await waitingIn(cluster)} webhooks still wait to be sent.`);
}

/** Events at a steady rate from so many workspaces in turn, and how long after each its webhook came. */
async function delaysOf({ server, cluster, delays }: Side, { workspaces }: World): Promise<void> {
  delays.clear();
  const sent: Promise<void>[] = [];
  const begun = performance.now();
  for (let nth = 0; nth < perSecond * seconds; nth += 1) {
    await pause(Math.max(0, begun + (nth * 1000) / perSecond - performance.now()));
    const { key } = workspaces[nth % workspaces.length] ?? { key: "" };
    sent.push(post(`${server.url}/api/v1/events`, key, { event: "Order placed", userId: `user_${nth % 20}` }));
  }
  await Promise.all(sent);
  await drained(cluster);
  if (delays.size !== sent.length) throw new Error(`${sent.length} webhooks were expected, and ${delays.size} came.`);
  const { p50Ms, p99Ms } = quantiles([...delays.values()]);
  say(`| ${workspaces.length} | ${round(p50Ms, 0)} | **${round(p99Ms, 0)}** | ${Math.max(...delays.values())} |`);
}

/** Writes events of so many workspaces in one transaction, and sees how fast their webhooks come. */
async function drainOf({ server, cluster, delays }: Side, { workspaces }: World): Promise<void> {
  delays.clear();
  await connected(cluster.url, (query) =>
    query(
      `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
       select w.id, gen_random_uuid(), md5(w.id || 'c' || n % 20)::uuid, 'Order placed', 'info', '{"amount": "59.90 EUR"}', now(), now(), 0
       from unnest($1::text[]) as w(id) cross join generate_series(1, $2::int) n`.replaceAll("w.id,", "w.id::uuid,"),
      [workspaces.map(({ id }) => id), Math.ceil(queued / workspaces.length)],
    ),
  );
  const begun = performance.now();
  const before = [cpuSecondsOf(server.pid), cluster.cpuSeconds()] as const;
  await drained(cluster);
  const took = performance.now() - begun;
  const count = delays.size;
  const cpu = [cpuSecondsOf(server.pid) - before[0], cluster.cpuSeconds() - before[1]].map((spent) => round((spent * 1000) / count));
  say(`| ${workspaces.length} | ${count} | **${round((count * 1000) / took, 0)}** | ${cpu.join(" | ")} |`);
}

type Side = { server: Running; cluster: Cluster; delays: Delays };
type Kind = { name: string; world: World };

/** Calls with an endpoint against calls without, in turn; what waits is sent in between, too, before the next round begins. */
async function callsWith({ server, cluster }: Side, kinds: readonly Kind[]): Promise<void> {
  const turn: Turn = { next: 0 };
  const found = new Map<string, number[]>(kinds.map(({ name }) => [name, []]));
  for (let at = 0; at < rounds; at += 1)
    for (const { name, world } of kinds) {
      const result = await load(server.url, world, { kind: "event", connections, amount }, turn);
      if (result.other > 0) throw new Error(`${result.other} requests were not answered as they should:\n${server.output()}`);
      found.get(name)?.push(result.perSecond);
      await drained(cluster);
    }
  const first = median(found.get(kinds[0]?.name ?? "") ?? []);
  for (const { name } of kinds) {
    const middle = median(found.get(name) ?? []);
    say(`| ${name} | **${round(middle / first)}** | ${round(middle, 0)} |`);
  }
}

/** Measures how soon webhooks come, how fast many of them are sent, and what they cost the calls that cause them. */
export async function webhooks(): Promise<void> {
  const [cluster, receiver] = await Promise.all([startPostgres(), startReceiver()]);
  const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64) };
  const server = await startServer({ env: { ...env, ACTIONS_ALLOW_ORIGINS: receiver.origin }, nodeArgs: unlimited });
  const side = { server, cluster, delays: delaysAt(receiver) };
  try {
    const all = await connected(cluster.url, (query) => populate(query, 3 * eachKind));
    const [without, read, called] = [0, 1, 2].map((nth) => ({ workspaces: all.workspaces.slice(nth * eachKind, (nth + 1) * eachKind) }));
    if (!without || !read || !called) throw new Error("There are no workspaces.");
    await addEndpoints(server, read, null);
    await addEndpoints(server, called, `${receiver.origin}/`);
    await load(server.url, called, { kind: "event", connections, amount: 1_000 }, { next: 0 });
    await drained(cluster);
    const some = (count: number): World => ({ workspaces: called.workspaces.slice(0, count) });
    say(`\n### Change → receiver, ${perSecond} events a second for ${seconds} s\n`);
    say("| workspaces | p50 ms | p99 ms | longest |\n|---|---|---|---|");
    for (const count of [100, 1]) await delaysOf(side, some(count));
    say(`\n### ${queued} webhooks that wait\n`);
    say("| workspaces with one endpoint each | sent | a second | server CPU ms | database CPU ms |\n|---|---|---|---|---|");
    for (const count of [100, 20, 1]) await drainOf(side, some(count));
    say(`\n### POST /events, ${connections} connections\n`);
    say("| | ratio | per second |\n|---|---|---|");
    await callsWith(side, [
      { name: "no endpoint", world: without },
      { name: "an endpoint that is read", world: read },
      { name: "an endpoint that is called, on the same cores", world: called },
    ]);
  } finally {
    receiver.close();
    await server.kill();
    await cluster.stop();
  }
}
