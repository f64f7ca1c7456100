import { inEmbedded, migrate } from "@/lib/db/migrate";
import { openEmbedded } from "@/lib/db/pglite";
import { cpuSecondsOf } from "../postgres";
import { newFolder, startServer } from "../server";
import { median } from "./latency";
import { checkLedger, type Load, load, type Turn } from "./load";
import { amount, connections, round, rounds, say } from "./print";
import { populate, type World } from "./world";

/** An embedded folder with workspaces in it, before a server opens it. */
async function embeddedWorld(dataDir: string, count: number): Promise<World> {
  const embedded = await openEmbedded(dataDir);
  await migrate(inEmbedded(embedded));
  const world = await populate((sql, values) => embedded.query(sql, values), count);
  await embedded.close();
  return world;
}

async function embeddedEvents(dataDir: string): Promise<number> {
  const embedded = await openEmbedded(dataDir);
  const { rows } = await embedded.query<{ count: number }>("select count(*)::int as count from event");
  await embedded.close();
  return rows[0]?.count ?? 0;
}

const workspaceCount = 300;
const eventsEach = 20 * 20;
const warmUp = 500;

/** POST /events on the embedded database: groups against statements of one. */
export async function onEmbedded(): Promise<void> {
  say(`\n### POST /events on the embedded database, ${connections} connections\n`);
  say("| | ratio | per second | p50 ms | p99 ms | server CPU ms |");
  say("|---|---|---|---|---|---|");
  const kinds = [
    { name: "groups of one", env: { EVENTS_PER_GROUP: "1" } },
    { name: "Beside", env: {} },
  ];
  const samples = new Map<string, Sample[]>(kinds.map(({ name }) => [name, []]));
  for (let at = 0; at < rounds; at += 1) {
    for (const { name, env } of kinds) samples.get(name)?.push(await measure(env));
  }
  const middle = (name: string, of: (sample: Sample) => number) => median((samples.get(name) ?? []).map(of));
  for (const { name } of kinds) {
    const perSecond = middle(name, (sample) => sample.perSecond);
    const ratio = perSecond / middle("groups of one", (sample) => sample.perSecond);
    const rest = [middle(name, ({ p50 }) => p50), middle(name, ({ p99 }) => p99)].map((value) => round(value, 0));
    say(`| ${name} | **${round(ratio)}** | ${round(perSecond, 0)} | ${rest.join(" | ")} | ${round(middle(name, ({ cpuMs }) => cpuMs))} |`);
  }
}

type Sample = Load & { cpuMs: number };

async function measure(env: Record<string, string>): Promise<Sample> {
  const dataDir = newFolder();
  const world = await embeddedWorld(dataDir, workspaceCount);
  const server = await startServer({ dataDir, env });
  const turn: Turn = { next: 0 };
  const warm = await load(server.url, world, { kind: "event", connections, amount: warmUp }, turn);
  const before = cpuSecondsOf(server.pid);
  const result = await load(server.url, world, { kind: "event", connections, amount }, turn);
  const cpuMs = ((cpuSecondsOf(server.pid) - before) * 1000) / result.ok;
  await server.stop();
  const kept = (await embeddedEvents(dataDir)) - workspaceCount * eventsEach;
  checkLedger({ ok: warm.ok + result.ok, sent: warm.sent + result.sent, kept });
  return { ...result, cpuMs };
}
