import { Agent, request } from "node:http";
import type { Turn } from "./load";
import { userOf, usersEach, type World } from "./world";

export type Quantiles = { p50Ms: number; p99Ms: number };

export function quantiles(times: number[]): Quantiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

export const median = (values: number[]): number => quantiles(values).p50Ms;

/** How many events of one workspace follow each other: as a backend sends them, and below its 300 a minute. */
const ofOne = 100;

/** One event after the other over one connection, timed to the microsecond. */
export async function latency(url: string, world: World, amount: number, turn: Turn): Promise<Quantiles> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let sent = 0; sent < amount; sent += 1) {
    const { key } = world.workspaces[turn.next % world.workspaces.length] ?? { key: "" };
    const body = JSON.stringify({ event: "Payment failed", userId: userOf(sent % usersEach), properties: { amount: "59.90 EUR" } });
    if (sent % ofOne === ofOne - 1) turn.next += 1;
    const before = process.hrtime.bigint();
    await post(`${url}/api/v1/events`, key, body, agent);
    times.push(Number(process.hrtime.bigint() - before) / 1e6);
  }
  agent.destroy();
  return quantiles(times);
}

function post(url: string, key: string, body: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", "content-length": Buffer.byteLength(body) };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume();
      response.once("end", () => (response.statusCode === 201 ? resolve() : reject(new Error(`answered ${response.statusCode}`))));
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
