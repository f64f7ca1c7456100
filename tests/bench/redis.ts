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

/** What it costs to count calls over all instances, and what a Redis costs that does not answer. */
export async function shared(): Promise<void> {
  const [cluster, redis] = await Promise.all([startPostgres(), startRedis()]);
  const env = { DATABASE_URL: cluster.url, SECRET_KEY: "a".repeat(64), NEXTAUTH_SECRET: "b".repeat(64) };
  const alone = await startServer({ env });
  const together = await startServer({ env: { ...env, REDIS_URL: redis.url } });
  const turn: Turn = { next: 0 };
  const samples: Record<"alone" | "shared" | "hung", Load[]> = { alone: [], shared: [], hung: [] };
  try {
    const world = await connected(cluster.url, (query) => populate(query, workspaceCount));
    for (const server of [alone, together]) await load(server.url, world, { kind: "event", connections, amount: 1_000 }, turn);
    for (let at = 0; at < rounds; at += 1) {
      samples.alone.push(await measure(alone, world, turn));
      samples.shared.push(await measure(together, world, turn));
    }
    redis.freeze();
    for (let at = 0; at < rounds; at += 1) samples.hung.push(await measure(together, world, turn));
    redis.thaw();
  } finally {
    for (const server of [alone, together]) await server.kill();
    await Promise.all([cluster.stop(), redis.kill()]);
  }
  const middle = (name: keyof typeof samples, of: (sample: Load) => number) => median(samples[name].map(of));
  const perSecond = (name: keyof typeof samples) => middle(name, (sample) => sample.perSecond);
  say(`\n### POST /events with calls counted over all instances, ${connections} connections\n`);
  say("| | ratio | per second | p50 ms | p99 ms |");
  say("|---|---|---|---|---|");
  for (const [name, words] of [
    ["alone", "counted in the process"],
    ["shared", "counted in Redis"],
    ["hung", "with a Redis that hangs"],
  ] as const) {
    const times = [middle(name, ({ p50 }) => p50), middle(name, ({ p99 }) => p99)].map((value) => round(value, 0));
    say(`| ${words} | **${round(perSecond(name) / perSecond("alone"))}** | ${round(perSecond(name), 0)} | ${times.join(" | ")} |`);
  }
}
