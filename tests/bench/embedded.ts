import { cpSync } from "node:fs";
import { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { cpuSecondsOf } from "../support/postgres";
import { newFolder, startServer } from "../support/server";
import { type Health, healthUnderLoad } from "./health";
import { median } from "./latency";
import { checkLedger, type Load, load, type Turn } from "./load";
import { amount, connections, newClients, round, rounds, say } from "./print";
import { populate, type World } from "./world";

/** An embedded folder with workspaces in it, before a server opens it. */
async function embeddedWorld(dataDir: string, count: number): Promise<World> {
  const embedded = await Embedded.open(dataDir);
  await migrateEmbedded(embedded);
  const world = await populate((sql, values) => embedded.query(sql, values), count);
  await embedded.close();
  return world;
}

async function embeddedEvents(dataDir: string): Promise<number> {
  const embedded = await Embedded.open(dataDir);
  const { rows } = await embedded.query<{ count: number }>("select count(*)::int as count from event");
  await embedded.close();
  return rows[0]?.count ?? 0;
}

const workspaceCount = 300;
const eventsEach = 20 * 20;
const warmUp = 500;

type Measured = { event: Load; get: Load; health: Health; cpuMs: number };

/** Events, contacts and health on the embedded database: batches against statements of one event. */
export async function onEmbedded(): Promise<void> {
  const folder = newFolder();
  const world = await embeddedWorld(folder, workspaceCount);
  const kinds = [
    { name: "batches of one", env: { EVENTS_PER_BATCH: "1" } },
    { name: "Beside", env: {} },
  ];
  const measured = new Map<string, Measured[]>(kinds.map(({ name }) => [name, []]));
  for (let at = 0; at < rounds; at += 1) {
    for (const { name, env } of kinds) measured.get(name)?.push(await measure(folder, world, env));
  }
  print(measured, "batches of one");
}

/** Prints medians, with the ratio of the requests per second to the first kind. */
function print(measured: Map<string, Measured[]>, first: string): void {
  const middle = (name: string, of: (one: Measured) => number) => median((measured.get(name) ?? []).map(of));
  const table = (title: string, of: (one: Measured) => Load, more: (name: string) => string) => {
    say(`\n### ${title} on the embedded database, ${connections} connections\n`);
    say("| | ratio | per second | p50 ms | p99 ms | server CPU ms |");
    say("|---|---|---|---|---|---|");
    for (const name of measured.keys()) {
      const perSecond = middle(name, (one) => of(one).perSecond);
      const ratio = perSecond / middle(first, (one) => of(one).perSecond);
      const rest = [perSecond, middle(name, (one) => of(one).p50), middle(name, (one) => of(one).p99)].map((value) => round(value, 0));
      say(`| ${name} | **${round(ratio)}** | ${rest.join(" | ")} | ${more(name)} |`);
    }
  };
  table(
    "POST /events",
    ({ event }) => event,
    (name) => round(middle(name, ({ cpuMs }) => cpuMs)),
  );
  table(
    "GET a contact",
    ({ get }) => get,
    () => "",
  );
  say(`\n### /api/health over new connections, while ${newClients} new clients at once load the API\n`);
  say("| | p50 ms | p99 ms | most ms |");
  say("|---|---|---|---|");
  for (const name of measured.keys()) {
    const of = [({ p50 }: Health) => p50, ({ p99 }: Health) => p99, ({ max }: Health) => max];
    say(
      `| ${name} | ${of
        .map((one) =>
          round(
            middle(name, ({ health }) => one(health)),
            0,
          ),
        )
        .join(" | ")} |`,
    );
  }
}

/** Starts a server on a copy of the folder, and measures it. */
async function measure(folder: string, world: World, env: Record<string, string>): Promise<Measured> {
  const dataDir = newFolder();
  cpSync(folder, dataDir, { recursive: true });
  const server = await startServer({ dataDir, env, isLasting: true });
  const turn: Turn = { next: 0 };
  const warm = await load(server.url, world, { kind: "event", connections, amount: warmUp }, turn);
  const before = cpuSecondsOf(server.pid);
  const event = await load(server.url, world, { kind: "event", connections, amount }, turn);
  const cpuMs = ((cpuSecondsOf(server.pid) - before) * 1000) / event.ok;
  const get = await load(server.url, world, { kind: "get", connections, amount }, turn);
  const health = await healthUnderLoad(server.url, world, turn);
  await server.stop();
  const stored = (await embeddedEvents(dataDir)) - workspaceCount * eventsEach;
  checkLedger({ ok: warm.ok + event.ok + health.ok, sent: warm.sent + event.sent + health.sent, stored });
  return { event, get, health, cpuMs };
}
