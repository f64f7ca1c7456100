import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import Redis from "ioredis";
import pg from "pg";
import { cpuSecondsOf } from "../../support/postgres";
import type { Running } from "../../support/server";

/** Readings at one moment: milliseconds of processors since the start of each process, and bytes of log. */
type Reading = { at: number; instancesMs: number[]; databasesMs: number[]; redisMs: number; logBytes: number };

/** A process of the database: one of PostgreSQL, or each node of Citus. */
export type DatabaseNode = { name: string; url: string; cpuSeconds: () => number };
type Watched = { instances: readonly Running[]; nodes: readonly DatabaseNode[]; redisUrl: string };

export type Gauges = {
  read: () => Promise<Reading>;
  /** Waits until what the calls left to be done later is done: the search's entries, the request log, the counts of calls. */
  rest: () => Promise<void>;
  close: () => Promise<void>;
};

const flushMs = 1_500;
const pollMs = 100;

async function redisMsOf(redis: Redis): Promise<number> {
  const info = await redis.info("cpu");
  const of = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(info)?.[1] ?? 0);
  return (of("used_cpu_user") + of("used_cpu_sys")) * 1_000;
}

export async function openGauges({ instances, nodes, redisUrl }: Watched): Promise<Gauges> {
  const redis = new Redis(redisUrl);
  const clients = await Promise.all(
    nodes.map(async ({ url }) => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const numbersOf = (text: string) =>
    Promise.all(clients.map(async (client) => Number((await client.query(text)).rows[0]?.["value"] ?? 0)));
  const sum = (values: number[]) => values.reduce((all, value) => all + value, 0);
  return {
    read: async () => ({
      at: performance.now(),
      instancesMs: instances.map(({ pid }) => cpuSecondsOf(pid) * 1_000),
      databasesMs: nodes.map(({ cpuSeconds }) => cpuSeconds() * 1_000),
      redisMs: await redisMsOf(redis),
      logBytes: sum(await numbersOf("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as value")),
    }),
    rest: async () => {
      await pause(flushMs);
      const [first] = clients;
      const isPending = async () => (await first?.query("select exists (select from search_todo) as value"))?.rows[0]?.["value"] === true;
      while (await isPending()) await pause(pollMs);
    },
    close: async () => {
      redis.disconnect();
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

export type Spent = { seconds: number; instancesMs: number[]; databasesMs: number[]; redisMs: number; logBytes: number };

export const spentBetween = (before: Reading, after: Reading): Spent => ({
  seconds: (after.at - before.at) / 1_000,
  instancesMs: after.instancesMs.map((ms, index) => ms - (before.instancesMs[index] ?? 0)),
  databasesMs: after.databasesMs.map((ms, index) => ms - (before.databasesMs[index] ?? 0)),
  redisMs: after.redisMs - before.redisMs,
  logBytes: after.logBytes - before.logBytes,
});

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

export const residentBytesOf = ({ pid }: Running): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) * 1_024;
