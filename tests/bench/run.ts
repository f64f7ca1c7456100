import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { getStatement, putStatement } from "@/lib/context/contacts/sql";
import { recordStatement } from "@/lib/context/events/sql";
import { type Cluster, cpuSecondsOf, startPostgres } from "../support/postgres";
import { type Running, startServer } from "../support/server";
import { onCitus } from "./citus";
import { onEmbedded } from "./embedded";
import { imports } from "./imports";
import { latency, median } from "./latency";
import { lighthouseFigures } from "./lighthouse";
import { batchSize, checkLedger, type Kind, type Load, load, type Turn } from "./load";
import { memory } from "./memory";
import { migrations } from "./migrations";
import { neighbours } from "./neighbours/main";
import { partitioned } from "./partitions";
import { amount, connections, round, rounds, say } from "./print";
import { reads } from "./reads";
import { shared } from "./redis";
import { scaleCheck } from "./scale/check";
import { scaleCosts } from "./scale/measure";
import { screen } from "./screen";
import { searches } from "./search";
import { streams } from "./streams";
import { webhooks } from "./webhooks";
import { connected, eventsIn, populate, type World } from "./world";

// Each workspace gets at most 300 requests a minute, and a run lasts some minutes: these are more than enough.
const workspaceCount = 1_500;

type Contender = { name: string; server: Running };
type Sample = Load & { serverMs: number; databaseMs: number };

async function measure({ server }: Contender, cluster: Cluster, world: World, kind: Kind, turn: Turn): Promise<Sample> {
  const before = [cpuSecondsOf(server.pid), cluster.cpuSeconds()] as const;
  const rows = kind === "event" ? await eventsIn(cluster.url) : 0;
  const result = await load(server.url, world, { kind, connections, amount }, turn);
  if (result.other > 0) throw new Error(`${result.other} requests were not answered as they should:\n${server.output()}`);
  if (kind === "event") {
    const stored = (await eventsIn(cluster.url)) - rows;
    checkLedger({ ...result, stored });
  }
  const perRequest = (seconds: number) => (seconds * 1000) / result.ok;
  return {
    ...result,
    serverMs: perRequest(cpuSecondsOf(server.pid) - before[0]),
    databaseMs: perRequest(cluster.cpuSeconds() - before[1]),
  };
}

/** Contenders take turns in every round, so that other load on the machine affects all of them. */
async function compare(title: string, contenders: Contender[], cluster: Cluster, world: World, kind: Kind, turn: Turn): Promise<void> {
  const samples = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]));
  for (let turnOf = 0; turnOf < rounds; turnOf += 1) {
    for (const contender of contenders) samples.get(contender.name)?.push(await measure(contender, cluster, world, kind, turn));
  }
  const middle = (name: string, of: (sample: Sample) => number) => median((samples.get(name) ?? []).map(of));
  const first = contenders[0]?.name ?? "";
  say(`\n### ${title}\n`);
  say("| | ratio | per second | p50 ms | p99 ms | server CPU ms | database CPU ms |");
  say("|---|---|---|---|---|---|---|");
  for (const { name } of contenders) {
    const perSecond = middle(name, (sample) => sample.perSecond);
    const ratio = perSecond / middle(first, (sample) => sample.perSecond);
    const rest = [middle(name, ({ p50 }) => p50), middle(name, ({ p99 }) => p99)].map((value) => round(value, 0));
    const cpu = [middle(name, ({ serverMs }) => serverMs), middle(name, ({ databaseMs }) => databaseMs)].map((value) => round(value));
    say(`| ${name} | **${round(ratio)}** | ${round(perSecond, 0)} | ${[...rest, ...cpu].join(" | ")} |`);
  }
}

/** One connection, in more and shorter rounds, because single requests vary more. */
async function singleConnection(contenders: Contender[], world: World, turn: Turn): Promise<void> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let turnOf = 0; turnOf < rounds * 3; turnOf += 1) {
    for (const { name, server } of contenders) times.get(name)?.push((await latency(server.url, world, 400, turn)).p50Ms);
  }
  const first = median(times.get(contenders[0]?.name ?? "") ?? []);
  say("\n### POST /events, 1 connection\n");
  say("| | p50 against the first | p50 ms |");
  say("|---|---|---|");
  for (const { name } of contenders)
    say(`| ${name} | **${round(median(times.get(name) ?? []) / first)}** | ${round(median(times.get(name) ?? []))} |`);
}

/** Events by batches of a hundred against as many single calls, over the same connections: over one they come one after the other. */
async function batches({ server }: Contender, world: World, turn: Turn): Promise<void> {
  say(`\n### POST /events/batch, ${batchSize} events each\n`);
  say("| connections | ratio | events per second, by single calls | by batches |");
  say("|---|---|---|---|");
  for (const over of [1, connections]) {
    const found = { event: [] as number[], batch: [] as number[] };
    for (let turnOf = 0; turnOf < rounds; turnOf += 1)
      for (const kind of ["event", "batch"] as const) {
        const each = kind === "batch" ? batchSize : 1;
        const count = Math.max(over, Math.ceil((over === 1 ? amount / 10 : amount) / each));
        const result = await load(server.url, world, { kind, connections: over, amount: count }, turn);
        if (result.other > 0) throw new Error(`${result.other} requests were not answered as they should:\n${server.output()}`);
        found[kind].push(result.perSecond * each);
      }
    const [single, batch] = [median(found.event), median(found.batch)];
    say(`| ${over} | **${round(batch / single)}** | ${round(single, 0)} | ${round(batch, 0)} |`);
  }
}

/** pgbench runs the same SQL without HTTP: the upper limit of the database with one event a statement. */
async function pgbench(cluster: Cluster, world: World): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "beside-pgbench-"));
  const workspaceId = world.workspaces[0]?.id ?? "";
  const job = `{"workspaceId":"${workspaceId}","id":"' || gen_random_uuid() || '","newContactId":"' || gen_random_uuid() || '","userId":"user_' || :user || '","event":"Payment failed","level":"problem","properties":{"amount":"59.90 EUR"},"waitedMs":0}`;
  const sql = recordStatement.text
    .replaceAll("$1::jsonb", `('[${job}]')::jsonb`)
    .replaceAll("$2::text", "'1500'")
    .replaceAll(/--.*$/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  const file = join(folder, "event.sql");
  writeFileSync(file, `\\set user random(0, 19)\n${sql}\n`);
  const { stdout, stderr } = spawnSync(join(cluster.bin, "pgbench"), ["-n", "-c", "10", "-j", "2", "-T", "5", "-f", file, cluster.url], {
    encoding: "utf8",
  });
  const found = /tps = ([\d.]+)/.exec(stdout)?.[1];
  say(
    `\npgbench, the same SQL without HTTP, 10 connections: ${found ? round(Number(found), 0) : `failed: ${stderr.slice(0, 300)}`} per second`,
  );
}

function buildUsual(): void {
  const { status, stderr } = spawnSync(process.execPath, ["node_modules/next/dist/bin/next", "build", "tests/bench/usual"], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The usual code could not be built:\n${stderr}`);
}

async function onPostgres(): Promise<void> {
  buildUsual();
  const cluster = await startPostgres();
  const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64) };
  const statements = join(mkdtempSync(join(tmpdir(), "beside-bench-")), "statements.json");
  writeFileSync(statements, JSON.stringify({ record: recordStatement.text, get: getStatement.text, put: putStatement.text }));
  const beside = { name: "Beside", server: await startServer({ env }) };
  const byHand = {
    name: "by hand: node:http and pg, one statement a request",
    server: await startServer({ env: { ...env, STATEMENTS: statements }, script: "tests/bench/baseline.mjs" }),
  };
  const single = { name: "Beside, batches of one", server: await startServer({ env: { ...env, EVENTS_PER_BATCH: "1" } }) };
  const nextOnly = { name: "Beside through Next's own route", server: await startServer({ env, script: "tests/support/next-only.mjs" }) };
  const usual = {
    name: "the usual code: an interactive transaction of Prisma in a route of Next",
    server: await startServer({ env, script: "tests/bench/usual/start.mjs" }),
  };
  const turn: Turn = { next: 0 };
  try {
    const world = await connected(cluster.url, (query) => populate(query, workspaceCount));
    for (const { server } of [byHand, beside, single, nextOnly, usual])
      await load(server.url, world, { kind: "event", connections, amount: 1_000 }, turn);
    await compare(`POST /events, ${connections} connections`, [byHand, beside, single, nextOnly, usual], cluster, world, "event", turn);
    // Each has work of its own between calls, which one connection would wait for.
    for (const { server } of [single, nextOnly, usual]) await server.stop();
    await batches(beside, world, turn);
    await singleConnection([byHand, beside], world, turn);
    await compare(`GET a contact with 20 events, ${connections} connections`, [byHand, beside], cluster, world, "get", turn);
    await compare(`PUT a contact, ${connections} connections`, [byHand, beside], cluster, world, "put", turn);
    await pgbench(cluster, world);
  } finally {
    for (const { server } of [beside, byHand, single, nextOnly, usual]) await server.kill();
    await cluster.stop();
  }
}

say(
  `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, shared with the load. Medians of ${rounds} rounds of ${amount} requests.`,
);
if (process.argv.includes("--embedded")) await onEmbedded();
else if (process.argv.includes("--citus")) await onCitus();
else if (process.argv.includes("--streams")) await streams();
else if (process.argv.includes("--memory")) await memory();
else if (process.argv.includes("--migrations")) await migrations();
else if (process.argv.includes("--partitions")) await partitioned();
else if (process.argv.includes("--reads")) await reads();
else if (process.argv.includes("--search")) await searches();
else if (process.argv.includes("--desk")) await screen();
else if (process.argv.includes("--redis")) await shared();
else if (process.argv.includes("--scale-costs")) await scaleCosts();
else if (process.argv.includes("--scale-check")) await scaleCheck();
else if (process.argv.includes("--imports")) await imports();
else if (process.argv.includes("--webhooks")) await webhooks();
else if (process.argv.includes("--neighbours")) await neighbours();
else if (process.argv.includes("--lighthouse")) await lighthouseFigures();
else await onPostgres();
