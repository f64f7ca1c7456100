import { setTimeout as pause } from "node:timers/promises";
import { startCluster } from "../../cluster/cluster";
import type { Running } from "../../support/server";
import { say } from "../print";
import { openStream } from "../streams";
import { connected, populate, type World } from "../world";
import { type Costs, readCosts } from "./costs";
import { type DeskCall, deskCalls, deskRequest, type Filled, filledDesks, type KeyCall, keyRequest, statusOf } from "./desks";
import { drive, type Request } from "./drive";
import { type Rates, times, today } from "./load";
import { type DatabaseNode, type Gauges, openGauges, residentBytesOf, type Spent, spentBetween, sum } from "./readings";
import { shown } from "./tables";
import { useOf } from "./use";

const instanceCount = 3;
const [workspaceCount, deskCount, streamsEach] = [250, 9, 20];
const seconds = Number(process.env["SECONDS"] ?? 25);
const secondMs = 1_000;

/** What the API and the screens are asked for in a second, over all instances: as much as two busy cores take beside it. */
const asked: { shared: Record<KeyCall, number>; calls: Record<DeskCall, number> } = {
  shared: { event: 240, get: 60, put: 60 },
  calls: { chatList: 9, chatRows: 9, newItems: 12, panel: 12, contactList: 6, search: 6, customerMessage: 6, agentMessage: 6 },
};

/** Half, the load itself, and half as much again: a model that only fits one load has only been fitted. */
const factors = [0.5, 1, 1.5] as const;

type Bench = { urls: string[]; world: World; desks: Filled[]; nth: number };

/** Each kind of call at its own rate, at all instances. @returns how often each was answered in a second */
async function applied({ urls, ...bench }: Bench, factor: number): Promise<Pick<Rates, "shared" | "calls">> {
  const at = async (perSecond: number, status: number, requestAt: (url: string) => Request) => {
    const rate = (perSecond * factor) / urls.length;
    const connections = Math.max(1, Math.min(8, Math.floor(rate)));
    const amount = Math.round(rate * seconds);
    const run = (url: string) => drive(url, { connections, amount, perSecond: rate, requestOf: () => requestAt(url), status });
    const all = await Promise.all(urls.map(run));
    return sum(all.map(({ calls }) => calls));
  };
  const shared = (Object.keys(asked.shared) as KeyCall[]).map(async (call) => {
    const calls = await at(asked.shared[call], call === "event" ? 201 : 200, () => keyRequest(call, bench.world, bench.nth++));
    return [call, calls / seconds] as const;
  });
  const single = deskCalls.map(async (call) => {
    const calls = await at(asked.calls[call], statusOf(call), (url) => deskRequest(call, bench.desks, url, bench.nth++));
    return [call, calls / seconds] as const;
  });
  return {
    shared: Object.fromEntries(await Promise.all(shared)) as Rates["shared"],
    calls: Object.fromEntries(await Promise.all(single)) as Rates["calls"],
  };
}

type Run = { rates: Rates; spent: Spent };

async function run(bench: Bench, gauges: Gauges, factor: number): Promise<Run> {
  const before = await gauges.read();
  const began = performance.now();
  const { shared, calls } = await applied(bench, factor);
  const tookSeconds = (performance.now() - began) / secondMs;
  await gauges.rest();
  const spent = spentBetween(before, await gauges.read());
  // A slow machine takes longer for the same calls, and what they leave to be done is done after them.
  const slower = seconds / tookSeconds;
  const messages = calls.customerMessage + calls.agentMessage;
  const seen = {
    shared,
    calls,
    streams: bench.desks.length * streamsEach,
    notifications: shared.event + shared.put + messages,
    // Only the desks' workspaces have open streams; the events are those of others.
    frames: messages * streamsEach,
  };
  const rest = seconds / spent.seconds;
  say(`Load × ${factor}: ${shown(slower * 100)} % of the calls a second that were asked for.`);
  return { rates: { ...times(seen, rest), streams: seen.streams }, spent };
}

/** The model's forecast beside what was measured, in milliseconds of a processor in a second. */
function compare({ rates, spent }: Run, costs: Costs, nodes: readonly DatabaseNode[]): string[] {
  const use = useOf(rates, costs, instanceCount, { ...today, replica: false });
  const measured = (ms: number) => ms / spent.seconds;
  const line = (name: string, predicted: number, ms: number) =>
    `| ${name} | ${shown(predicted)} | ${shown(measured(ms))} | **${(measured(ms) / predicted).toFixed(2)}** |`;
  const citus = nodes.length > 1 ? costs.citus.factor : 1;
  return [
    ...spent.instancesMs.map((ms, index) => line(`instance ${index + 1}`, use.instanceMs, ms)),
    ...(nodes.length > 1 ? nodes.map(({ name }, index) => `| ${name} | | ${shown(measured(spent.databasesMs[index] ?? 0))} | |`) : []),
    line(nodes.length > 1 ? "all nodes of the database" : "PostgreSQL", use.databaseMs * citus, sum(spent.databasesMs)),
    line("Redis", use.redisMs, spent.redisMs),
    `| log, kB a second | ${shown(use.logBytes / 1e3)} | ${shown(measured(spent.logBytes) / 1e3)} | **${(measured(spent.logBytes) / use.logBytes).toFixed(2)}** |`,
  ];
}

function streamMemory(instances: readonly Running[], before: readonly number[]): string {
  const added = sum(instances.map((instance, index) => residentBytesOf(instance) - (before[index] ?? 0)));
  return `Memory of the instances: ${shown(residentBytesOf(instances[0] as Running) / 1e6)} MB, of which the streams took ${shown(added / instances.length / 1e6)}.`;
}

/**
 * Three instances on one database, under half, all, and half as much again of a mixed load, against the model's forecast. With another
 * database, such as Citus, `startCluster` gets it and `nodes` names its processes.
 */
export async function scaleCheck(): Promise<void> {
  const costs = readCosts();
  const cluster = await startCluster({ count: instanceCount, env: { TRUSTED_PROXIES: "1" } });
  const nodes: DatabaseNode[] = [{ name: "PostgreSQL", ...cluster.postgres }];
  const instances = cluster.instances.map(({ running }) => running);
  const gauges = await openGauges({ instances, nodes, redisUrl: cluster.redis.url });
  try {
    const [first] = instances;
    if (!first) throw new Error("There is no instance.");
    const world = await connected(cluster.postgres.url, (query) => populate(query, workspaceCount));
    const desks = await filledDesks(first, cluster.env, deskCount);
    const bench: Bench = { urls: instances.map(({ url }) => url), world, desks, nth: 0 };
    await Promise.all(
      bench.urls.map((url) =>
        drive(url, { connections: 16, amount: 1_500, requestOf: () => keyRequest("event", world, bench.nth++), status: 201 }),
      ),
    );
    await gauges.rest();
    const memory = instances.map(residentBytesOf);
    const streams = desks.flatMap((desk, at) =>
      Array.from({ length: streamsEach }, () => openStream(bench.urls[at % instanceCount] ?? "", desk)),
    );
    const closers = await Promise.all(streams);
    say(streamMemory(instances, memory));
    const lines: string[][] = [];
    for (const factor of factors) {
      lines.push(compare(await run(bench, gauges, factor), costs, nodes));
      await pause(secondMs);
    }
    for (const close of closers) close();
    for (const [index, factor] of factors.entries()) {
      say(`\n### Load × ${factor}, ${instanceCount} instances, processor milliseconds a second\n`);
      say(["| | predicted | measured | ratio |", "|---|---|---|---|", ...(lines[index] ?? [])].join("\n"));
    }
  } finally {
    await gauges.close();
    await cluster.stop();
  }
}
