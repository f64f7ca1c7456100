import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { newId } from "@/lib/kernel/ids";
import { startRedis } from "../../cluster/redis";
import { startPostgres } from "../../support/postgres";
import { type Running, startServer } from "../../support/server";
import { unlimited } from "../../support/unlimited";
import { median } from "../latency";
import { say } from "../print";
import { openStream } from "../streams";
import { connected, populate, type World } from "../world";
import { type Cost, type Costs, citusCosts, costsFile, type Shared } from "./costs";
import { type DeskCall, deskCalls, deskRequest, type Filled, filledDesks, type KeyCall, keyRequest, statusOf } from "./desks";
import { type Driven, drive } from "./drive";
import { type Gauges, openGauges, residentBytesOf, type Spent, spentBetween, sum } from "./readings";
import { rowSizes } from "./row-sizes";

const by = "npm run bench -- --scale-costs";
const [workspaceCount, deskCount, streamsEach] = [250, 10, 100];
const [rounds, inMany, inOne] = [3, 4_000, 400];
/** Long enough for two ticks of each stream. */
const [idleSeconds, openSeconds] = [8, 31];
const secondMs = 1_000;

type Bench = { loaded: Running; listening: Running; gauges: Gauges; world: World; desks: Filled[]; idle: Costs["idle"]; nth: number };

/** What `work` spent, without what the instances spend anyway. The first instance has the load, the other only listens. */
async function spentBy<T>({ gauges, idle }: Pick<Bench, "gauges" | "idle">, work: () => Promise<T>): Promise<Spent & { result: T }> {
  const before = await gauges.read();
  const result = await work();
  await gauges.rest();
  const spent = spentBetween(before, await gauges.read());
  const instancesMs = spent.instancesMs.map((ms) => ms - spent.seconds * idle.instanceMs);
  const database = spent.seconds * idle.databaseMs * spent.instancesMs.length;
  const redisMs = Math.max(0, spent.redisMs - spent.seconds * idle.redisMs);
  return { ...spent, instancesMs, databasesMs: spent.databasesMs.map((ms) => ms - database), redisMs, result };
}

const costOf = ({ instancesMs, databasesMs, redisMs, logBytes, result: { calls, replyBytes } }: Spent & { result: Driven }): Cost => ({
  instanceMs: Math.max(0, (instancesMs[0] ?? 0) / calls),
  databaseMs: Math.max(0, sum(databasesMs) / calls),
  redisMs: redisMs / calls,
  logBytes: logBytes / calls,
  replyBytes,
});

const middle = (costs: readonly Cost[]): Cost => {
  const of = (name: keyof Cost) => Number(median(costs.map((cost) => cost[name])).toPrecision(3));
  return {
    instanceMs: of("instanceMs"),
    databaseMs: of("databaseMs"),
    redisMs: of("redisMs"),
    logBytes: of("logBytes"),
    replyBytes: of("replyBytes"),
  };
};

type Sample = { cost: Cost; seconds: number; calls: number; receiveMs: number };

async function sampleKey(bench: Bench, call: KeyCall, connections: number, amount: number): Promise<Sample> {
  const status = call === "event" ? 201 : 200;
  const requestOf = () => keyRequest(call, bench.world, bench.nth++);
  const spent = await spentBy(bench, () => drive(bench.loaded.url, { connections, amount, requestOf, status }));
  const { seconds, calls } = spent.result;
  return { cost: costOf(spent), seconds, calls, receiveMs: Math.max(0, (spent.instancesMs[1] ?? 0) / calls) };
}

async function repeated<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let nth = 0; nth < count; nth += 1) all.push(await work());
  return all;
}

/** Events in one statement, by the instance's own metric. */
async function batchCounts({ url }: Running, token: string): Promise<{ events: number; statements: number }> {
  const text = await (await fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  const of = (name: string) => Number(new RegExp(`^beside_event_group_size_${name}[^ ]* ([\\d.]+)`, "m").exec(text)?.[1] ?? 0);
  return { events: of("sum"), statements: of("count") };
}

type SharedFigures = Shared & { receiveMs: number };

/** `perStatement` is counted for events, and the same for contacts, which are batched by the same code. */
async function sharedCost(bench: Bench, call: KeyCall, perStatement: number | undefined): Promise<SharedFigures> {
  const before = await batchCounts(bench.loaded, token);
  const many = await repeated(rounds, () => sampleKey(bench, call, 64, inMany));
  const after = await batchCounts(bench.loaded, token);
  const one = await repeated(rounds, () => sampleKey(bench, call, 1, inOne));
  const counted = (after.events - before.events) / (after.statements - before.statements);
  const statementMs = median(one.map(({ seconds, calls }) => (seconds * secondMs) / calls));
  return {
    by,
    one: middle(one.map(({ cost }) => cost)),
    many: middle(many.map(({ cost }) => cost)),
    perStatement: Number((perStatement ?? counted).toPrecision(3)),
    statementMs: Number(statementMs.toPrecision(3)),
    receiveMs: median(many.map(({ receiveMs }) => receiveMs)),
  };
}

async function deskCost(bench: Bench, call: DeskCall): Promise<Cost & { by: string }> {
  const requestOf = () => deskRequest(call, bench.desks, bench.loaded.url, bench.nth++);
  const run = (amount: number) => drive(bench.loaded.url, { connections: 4, amount, requestOf, status: statusOf(call) });
  await run(400);
  const spent = await spentBy(bench, () => run(500));
  return { by, ...middle([costOf(spent)]) };
}

const token = newId();

async function idleCost(gauges: Gauges): Promise<Costs["idle"]> {
  const before = await gauges.read();
  await pause(idleSeconds * secondMs);
  const { seconds, instancesMs, databasesMs, redisMs } = spentBetween(before, await gauges.read());
  const inSecond = (ms: number, parts = 1) => Number((ms / seconds / parts).toPrecision(2));
  const count = instancesMs.length;
  return { by, instanceMs: inSecond(sum(instancesMs), count), databaseMs: inSecond(sum(databasesMs), count), redisMs: inSecond(redisMs) };
}

/** Open streams of the instance that only listens: first they hear nothing, and then the events of their workspaces. */
async function streamCosts(bench: Bench): Promise<{ stream: Costs["stream"]; frame: Costs["frame"] }> {
  const { desks, loaded, listening, gauges } = bench;
  // What PostgreSQL does by itself in between, such as vacuum, would hide what the ticks take.
  const again = await idleCost(gauges);
  const idle = { ...again, databaseMs: Math.min(again.databaseMs, bench.idle.databaseMs) };
  const events = (idle: Costs["idle"]) => {
    const requestOf = () => keyRequest("event", { workspaces: desks }, bench.nth++);
    return spentBy({ gauges, idle }, () => drive(loaded.url, { connections: 8, amount: 1_000, requestOf, status: 201 }));
  };
  const unheard = await events(idle);
  const memory = residentBytesOf(listening);
  const closers = await Promise.all(desks.flatMap((desk) => Array.from({ length: streamsEach }, () => openStream(listening.url, desk))));
  const count = closers.length;
  const memoryBytes = (residentBytesOf(listening) - memory) / count;
  const open = await spentBy({ gauges, idle }, () => pause(openSeconds * secondMs));
  const heard = await events(idle);
  for (const close of closers) close();
  const openMs = open.instancesMs[1] ?? 0;
  const frameMs = (heard.instancesMs[1] ?? 0) - (unheard.instancesMs[1] ?? 0) - (openMs * heard.seconds) / open.seconds;
  const digits = (value: number) => Number(Math.max(0, value).toPrecision(2));
  const perSecond = (ms: number) => digits(ms / open.seconds / count);
  return {
    stream: { by, instanceMs: perSecond(openMs), databaseMs: perSecond(sum(open.databasesMs)), memoryBytes: digits(memoryBytes) },
    frame: { by, instanceMs: digits(frameMs / (heard.result.calls * streamsEach)), bytes: await frameBytes(bench) },
  };
}

/** The size of a notification in a stream: half of the events have a card, which comes with it. */
async function frameBytes({ desks: [desk], listening, loaded, world: _, ...bench }: Bench): Promise<number> {
  if (!desk) throw new Error("There is no workspace with streams.");
  let heardBytes = 0;
  const close = await openStream(listening.url, desk, (chunk) => {
    heardBytes += chunk.length;
  });
  const amount = 40;
  const requestOf = () => keyRequest("event", { workspaces: [desk] }, bench.nth++);
  const { calls } = await drive(loaded.url, { connections: 1, amount, requestOf, status: 201 });
  await bench.gauges.rest();
  close();
  return Math.round(heardBytes / calls);
}

/**
 * Redis delivers each notification to both instances. Where calls are few, as in what is planned, each is a message of its own; those
 * of 64 connections share messages.
 */
function busCost(event: SharedFigures, get: SharedFigures): Costs["bus"] {
  const redisMs = Math.max(0, event.one.redisMs - get.one.redisMs) / 2;
  return { by, receiveMs: Number(event.receiveMs.toPrecision(2)), redisMs: Number(redisMs.toPrecision(2)) };
}

/** `get` asks only the limiter: what the bus takes of Redis is counted by itself. A command that comes alone costs Redis several times as much. */
const printed = ({ receiveMs: _, ...shared }: SharedFigures, get: SharedFigures): Shared => ({
  ...shared,
  one: { ...shared.one, redisMs: get.one.redisMs },
  many: { ...shared.many, redisMs: get.many.redisMs },
});

async function costsOf(bench: Bench, databaseUrl: string, citus: Costs["citus"]): Promise<Costs> {
  await sampleKey(bench, "event", 64, 2_000);
  const event = await sharedCost(bench, "event", undefined);
  const get = await sharedCost(bench, "get", event.perStatement);
  const put = await sharedCost(bench, "put", event.perStatement);
  const instanceBytes = residentBytesOf(bench.loaded);
  const calls: Partial<Costs["calls"]> = {};
  for (const call of deskCalls) calls[call] = await deskCost(bench, call);
  return {
    machine: `${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.version}`,
    shared: { event: printed(event, get), get: printed(get, get), put: printed(put, get) },
    calls: calls as Costs["calls"],
    ...(await streamCosts(bench)),
    bus: busCost(event, get),
    idle: bench.idle,
    memory: { by, instanceBytes: Number(instanceBytes.toPrecision(3)) },
    rows: { by, ...(await connected(databaseUrl, rowSizes)) },
    citus,
  };
}

/** Measures what a call costs each part, and writes it where `npm run scale` reads it. Takes about three minutes. */
export async function scaleCosts(): Promise<void> {
  const citus = citusCosts();
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64) };
  const more = { ...env, DEMO: "1", TRUSTED_PROXIES: "1", METRICS_TOKEN: token };
  const loaded = await startServer({ env: more, nodeArgs: unlimited });
  const listening = await startServer({ env: more, nodeArgs: unlimited });
  const nodes = [{ name: "PostgreSQL", ...postgres }];
  const gauges = await openGauges({ instances: [loaded, listening], nodes, redisUrl: redis.url });
  try {
    const world = await connected(postgres.url, (query) => populate(query, workspaceCount));
    await connected(postgres.url, addMessages);
    const desks = await filledDesks(loaded, env, deskCount);
    await gauges.rest();
    const idle = await idleCost(gauges);
    const costs = await costsOf({ loaded, listening, gauges, world, desks, idle, nth: 0 }, postgres.url, citus);
    writeFileSync(costsFile, `${JSON.stringify(costs, null, 2)}\n`);
    say(`${JSON.stringify(costs, null, 2)}\n\nWritten to ${costsFile}; npm run scale prints the tables.`);
  } finally {
    await gauges.close();
    for (const server of [loaded, listening]) await server.kill();
    await Promise.all([postgres.stop(), redis.kill()]);
  }
}

/** Four messages in each chat, so that there are enough rows to say how large one is. */
async function addMessages(query: (text: string) => Promise<unknown>): Promise<void> {
  await query(
    `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, author_name, text, created_at)
     select c.workspace_id, c.id, c.last_seq + n, gen_random_uuid(), 'message', (array['customer', 'agent'])[1 + n % 2]::author,
       case when n % 2 = 1 then 'Olga' end, 'Where is my order ord-' || n || '? It should be here by now.', now()
     from chat c cross join generate_series(1, 4) n`,
  );
  await query("update chat set last_seq = last_seq + 4");
}
