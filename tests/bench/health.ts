import { Worker } from "node:worker_threads";
import { type Load, load, type Turn } from "./load";
import { newClients } from "./print";
import type { World } from "./world";

const each = 10;
const bursts = 3;

const at = (sorted: number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

export type Health = { p50: number; p99: number; max: number; sent: number; ok: number };

/** How long /api/health takes while new clients connect all at once, half of them to record events and half to read contacts. */
export async function healthUnderLoad(url: string, world: World, turn: Turn): Promise<Health> {
  const times: number[] = [];
  const prober = new Worker("./tests/bench/prober.mjs", { workerData: `${url}/api/health`, execArgv: [] });
  const failed = new Promise<never>((_, reject) => prober.once("error", reject));
  prober.on("message", (ms: number) => times.push(ms));
  const half = { connections: newClients / 2, amount: (newClients / 2) * each };
  const results: Load[] = [];
  for (let burst = 0; burst < bursts; burst += 1) {
    const [events] = await Promise.race([
      failed,
      Promise.all([load(url, world, { kind: "event", ...half }, turn), load(url, world, { kind: "get", ...half }, turn)]),
    ]);
    results.push(events);
  }
  await prober.terminate();
  times.sort((a, b) => a - b);
  const sum = (of: (one: Load) => number) => results.reduce((total, one) => total + of(one), 0);
  return { p50: at(times, 0.5), p99: at(times, 0.99), max: times.at(-1) ?? 0, sent: sum(({ sent }) => sent), ok: sum(({ ok }) => ok) };
}
