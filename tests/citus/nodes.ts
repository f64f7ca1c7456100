import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Cluster as Postgres, startPostgres } from "../support/postgres";
import { freePort } from "../support/server";

/** Where PostgreSQL 15 with Citus may be, a tool of the tests only: its own folder, or Debian's. */
const folders = [process.env["CITUS_BIN"], "/opt/citus/usr/lib/postgresql/15/bin", "/usr/lib/postgresql/15/bin"];
export const citusBin = folders.find((folder) => folder && existsSync(join(folder, "../lib/citus.so")));

export const hasCitus = citusBin !== undefined;

export type Nodes = {
  /** Address of the coordinator, which the instances use. */
  url: string;
  coordinator: Postgres;
  workers: Postgres[];
  /** Makes the coordinator know its workers, after the extension was created again. */
  connect: () => Promise<void>;
  stop: () => Promise<void>;
};

const settings = {
  shared_preload_libraries: "citus",
  wal_level: "logical",
  // Shards are moved by replication slots, and a transaction over several nodes is prepared on each.
  max_prepared_transactions: "100",
  max_connections: "200",
  "citus.node_conninfo": "sslmode=disable",
  // A node that has gone is noticed at once on one machine.
  "citus.node_connection_timeout": "2000",
  "citus.shard_count": "4",
};

/** A coordinator and two workers in temporary folders, connected; the coordinator holds no shards. */
export async function startNodes(ports: number[] = []): Promise<Nodes> {
  if (!citusBin) throw new Error("Citus is not installed.");
  const numbers = await Promise.all([0, 1, 2].map(async (index) => ports[index] ?? (await freePort())));
  const [coordinator, ...workers] = await Promise.all(numbers.map((port) => startPostgres({ port, bin: citusBin, settings })));
  if (!coordinator) throw new Error("A coordinator is needed.");
  const all = [coordinator, ...workers];
  for (const node of all) await node.query("create extension citus");
  const connect = async () => {
    await coordinator.query("select citus_set_coordinator_host('127.0.0.1', $1)", [numbers[0]]);
    for (const port of numbers.slice(1)) await coordinator.query("select citus_add_node('127.0.0.1', $1)", [port]);
  };
  await connect();
  return {
    connect,
    url: coordinator.url,
    coordinator,
    workers,
    stop: async () => {
      await Promise.all(all.map((node) => node.stop()));
    },
  };
}
