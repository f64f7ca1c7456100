import { setTimeout as pause } from "node:timers/promises";
import { migrate } from "@/lib/platform/db/migrate";
import { withStartupLockAt } from "@/lib/platform/db/startup-lock";
import { distribute } from "../citus/database";
import { citusBin, type Nodes, startNodes } from "../citus/nodes";
import { type Cluster, cpuSecondsOf, startPostgres } from "../support/postgres";
import { type Running, startServer } from "../support/server";
import { median } from "./latency";
import { checkLedger, type Kind, type Load, load, type Turn } from "./load";
import { amount, round, rounds, say } from "./print";
import { connected, eventsIn, populate, type World } from "./world";

const workspaceCount = 1_500;
/** Each shard has statements of its own: with few, as many events share one as on one PostgreSQL. */
const shards = Number(process.env["SHARDS"] ?? 2);
/** As many as a batch of each shard needs to be as large as on one PostgreSQL, and the usual number. */
const connectionCounts = [64, 256];

type Contender = { name: string; url: string; databases: Cluster[]; server: Running; world: World; turn: Turn };
/** Processor time for a request, of the instance and of each database. */
type Sample = Load & { serverMs: number; databaseMs: number[] };

const secrets = { SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64) };
const migrated = (url: string) => withStartupLockAt(url, (connection) => migrate(connection));
const filled = (url: string) => connected(url, (query) => populate(query, workspaceCount));

async function contender(name: string, databases: Cluster[], world: World): Promise<Contender> {
  const [first] = databases;
  if (!first) throw new Error("A database is needed.");
  const server = await startServer({ env: { ...secrets, DATABASE_URL: first.url } });
  return { name, url: first.url, databases, server, world, turn: { next: 0 } };
}

/** Filled as one PostgreSQL, and then distributed. */
async function distributedWorld(nodes: Nodes): Promise<World> {
  await nodes.coordinator.query("drop extension citus cascade");
  await migrated(nodes.url);
  const world = await filled(nodes.url);
  await nodes.coordinator.query("create extension citus");
  await nodes.connect();
  const [{ name = "" } = {}] = await nodes.coordinator.query<{ name?: string }>("select current_database() as name");
  await nodes.coordinator.query(`alter database "${name}" set citus.shard_count = ${shards}`);
  distribute(nodes.url);
  return world;
}

async function measure({ url, databases, server, world, turn }: Contender, kind: Kind, connections: number): Promise<Sample> {
  const rows = kind === "event" ? await eventsIn(url) : 0;
  const before = [cpuSecondsOf(server.pid), ...databases.map((database) => database.cpuSeconds())];
  const result = await load(server.url, world, { kind, connections, amount }, turn);
  const after = [cpuSecondsOf(server.pid), ...databases.map((database) => database.cpuSeconds())];
  if (result.other > 0) throw new Error(`${result.other} requests were not answered as they should:\n${server.output()}`);
  if (kind === "event") checkLedger({ ...result, stored: (await eventsIn(url)) - rows });
  const [serverMs = 0, ...databaseMs] = after.map((seconds, index) => ((seconds - (before[index] ?? 0)) * 1000) / result.ok);
  return { ...result, serverMs, databaseMs };
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

async function compare(title: string, contenders: Contender[], kind: Kind, connections: number): Promise<void> {
  const samples = new Map<Contender, Sample[]>(contenders.map((one) => [one, []]));
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const one of contenders) {
      samples.get(one)?.push(await measure(one, kind, connections));
      await pause(500);
    }
  }
  const middle = (one: Contender, of: (sample: Sample) => number) => median((samples.get(one) ?? []).map(of));
  const total = (one: Contender) => middle(one, ({ databaseMs }) => sum(databaseMs));
  const first = contenders[0];
  say(`\n### ${title}, ${connections} connections\n`);
  say("| | databases' CPU against the first | CPU ms of the databases | of each node | server CPU ms | per second | p50 ms | p99 ms |");
  say("|---|---|---|---|---|---|---|---|");
  for (const one of contenders) {
    const each = one.databases
      .map((_, index) =>
        round(
          middle(one, ({ databaseMs }) => databaseMs[index] ?? 0),
          3,
        ),
      )
      .join(" + ");
    const rest = [middle(one, ({ perSecond }) => perSecond), middle(one, ({ p50 }) => p50), middle(one, ({ p99 }) => p99)];
    const cells = [round(total(one), 3), each, round(middle(one, ({ serverMs }) => serverMs)), ...rest.map((value) => round(value, 0))];
    say(`| ${one.name} | **${round(first ? total(one) / total(first) : 1)}** | ${cells.join(" | ")} |`);
  }
}

/** The processor time of the databases for a request: three nodes of Citus against one PostgreSQL of the same version. */
export async function onCitus(): Promise<void> {
  if (!citusBin) throw new Error("Citus is not installed.");
  const [one, nodes] = [await startPostgres({ bin: citusBin }), await startNodes()];
  const servers: Running[] = [];
  try {
    await migrated(one.url);
    const single = await contender("one PostgreSQL", [one], await filled(one.url));
    servers.push(single.server);
    const together = await contender(
      `Citus: coordinator + two workers, ${shards} shards`,
      [nodes.coordinator, ...nodes.workers],
      await distributedWorld(nodes),
    );
    servers.push(together.server);
    for (const { server, world, turn } of [single, together])
      await load(server.url, world, { kind: "event", connections: 64, amount: 3_000 }, turn);
    for (const connections of connectionCounts) {
      await compare("POST /events", [single, together], "event", connections);
      await compare("GET a contact with 20 events", [single, together], "get", connections);
      await compare("PUT a contact", [single, together], "put", connections);
    }
  } finally {
    for (const server of servers) await server.kill();
    await one.stop();
    await nodes.stop();
  }
}
