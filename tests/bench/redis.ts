import { startRedis } from "../cluster/redis";
import { startPostgres } from "../support/postgres";
import { type Running, startServer } from "../support/server";
import { median } from "./latency";
import { type Load, load, type Turn } from "./load";
import { amount, connections, round, rounds, say } from "./print";
import { connected, populate, type World } from "./world";

const workspaceCount = 1_500;

async function measure(server: Running, world: World, turn: Turn): Promise<Load> {
  const result = await load(server.url, world, { kind: "event", connections, amount }, turn);
  if (result.other > 0) throw new Error(`${result.other} requests were not answered as they should:\n${server.output()}`);
  return result;
}

/** Measures the cost of counting calls over all instances, and of a Redis that hangs. */
export async function shared(): Promise<void> {
  const [cluster, redis] = await Promise.all([startPostgres(), startRedis()]);
  const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64) };
  const single = await startServer({ env });
  const together = await startServer({ env: { ...env, REDIS_URL: redis.url } });
  const turn: Turn = { next: 0 };
  const samples: Record<"single" | "shared" | "hung", Load[]> = { single: [], shared: [], hung: [] };
  try {
    const world = await connected(cluster.url, (query) => populate(query, workspaceCount));
    for (const server of [single, together]) await load(server.url, world, { kind: "event", connections, amount: 1_000 }, turn);
    for (let at = 0; at < rounds; at += 1) {
      samples.single.push(await measure(single, world, turn));
      samples.shared.push(await measure(together, world, turn));
    }
    redis.freeze();
    for (let at = 0; at < rounds; at += 1) samples.hung.push(await measure(together, world, turn));
    redis.thaw();
  } finally {
    for (const server of [single, together]) await server.kill();
    await Promise.all([cluster.stop(), redis.kill()]);
  }
  const middle = (name: keyof typeof samples, of: (sample: Load) => number) => median(samples[name].map(of));
  const perSecond = (name: keyof typeof samples) => middle(name, (sample) => sample.perSecond);
  say(`\n### POST /events with calls counted over all instances, ${connections} connections\n`);
  say("| | ratio | per second | p50 ms | p99 ms |");
  say("|---|---|---|---|---|");
  for (const [name, label] of [
    ["single", "counted in the process"],
    ["shared", "counted in Redis"],
    ["hung", "with a Redis that hangs"],
  ] as const) {
    const times = [middle(name, ({ p50 }) => p50), middle(name, ({ p99 }) => p99)].map((value) => round(value, 0));
    say(`| ${label} | **${round(perSecond(name) / perSecond("single"))}** | ${round(perSecond(name), 0)} | ${times.join(" | ")} |`);
  }
}
