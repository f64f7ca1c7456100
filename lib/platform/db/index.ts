import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import type { Pool } from "pg";
import { env } from "@/lib/platform/env";
import { makeFolder } from "@/lib/platform/folder";
import { runtime, singleton } from "@/lib/platform/runtime";
import { type Distribution, detectDistribution } from "./citus";
import { routed } from "./citus/client";
import { CitusClient, citusSettings } from "./citus/connection";
import { applyFunctions } from "./citus/functions";
import { closeNodes, type Nodes, refreshNodes } from "./citus/nodes";
import type { Direct } from "./citus/route";
import { PrismaClient } from "./client/client";
import { followClock, unfollowClock } from "./clock";
import { connectionStringWith } from "./connection-string";
import { Embedded } from "./embedded";
import { type Holder, lock } from "./folder-lock";
import { migrate, migrateEmbedded } from "./migrate";
import { FairPool } from "./pool";
import type { Queries } from "./rows";
import { plannedAnew } from "./sql";
import { withStartupLockAt } from "./startup-lock";
import { connectionTimeouts } from "./timeouts";

export type Database = PrismaClient;

// The embedded database runs one transaction after the other, so a burst waits rather than fails.
const transactionOptions = { maxWait: 10_000, timeout: 15_000 };
/** The name of our connections in PostgreSQL's own views. */
export const applicationName = "beside";
/** Embedded or at a server; `pool` has the connections to either. */
type Opened = { client: Database; pool: FairPool } & ({ embedded: Embedded; holder: Holder } | { embedded: undefined; holder: undefined });

declare module "@/lib/platform/runtime" {
  interface Runtime {
    database: Opened;
    /** The names of prepared statements by their text. */
    statementNames: Map<string, string>;
  }
}

/** The open database. Throws before `open()` has finished. */
export function db(): Database {
  const { database: opened } = runtime;
  if (!opened) throw new Error("The database is not open yet.");
  return opened.client;
}

/**
 * Runs single statements with the driver, for the calls of the public API: the work of Prisma's client for a raw statement costs more
 * than everything else that a short call does in this process. Both use the same connections and prepared statements.
 */
export const rawClient: Queries = {
  $queryRawUnsafe: (text, ...values) => {
    const { database: opened } = runtime;
    if (!opened) throw new Error("The database is not open yet.");
    return runAt(opened.pool)(text, values);
  },
  get nodes() {
    return runtime.distribution && atNodes(runtime.distribution.nodes);
  },
};

const runAt =
  (pool: Pool) =>
  async <T>(sql: string, values: unknown[]): Promise<T> =>
    (await pool.query({ name: nameOf({ sql }), text: sql, values })).rows as T;

const atNodes = (nodes: Nodes): Direct => ({
  at: (shard) => {
    const pool = nodes.pools.get(nodes.groupOf.get(shard) ?? -1);
    return pool && runAt(pool);
  },
  refresh: async () => {
    const { DATABASE_URL } = env();
    if (DATABASE_URL && runtime.database) await refreshNodes(nodes, runtime.database.pool, poolConfig(DATABASE_URL));
  },
});

const poolConfig = (address: string, settings: Record<string, string> = {}) => ({
  ...connectionTimeouts,
  connectionString: connectionStringWith(address, settings),
  application_name: applicationName,
});

/** The lock of the embedded folder that this process holds, if it runs embedded. */
export const holder = (): Holder | undefined => runtime.database?.holder;

/**
 * Opens the database once per process: locks the folder (embedded), applies migrations, connects. Returns the names of the
 * migrations that it applied.
 */
export async function open(): Promise<string[]> {
  if (runtime.database) return [];
  const { DATABASE_URL, DATA_DIR, PORT } = env();
  if (DATABASE_URL) {
    let distribution: Distribution | undefined;
    const applied = await withStartupLockAt(DATABASE_URL, async (connection) => {
      const names = await migrate(connection);
      distribution = await detectDistribution(connection);
      if (distribution) await applyFunctions(connection, { force: false });
      return names;
    });
    const pool = new FairPool({
      ...poolConfig(DATABASE_URL, distribution ? citusSettings : {}),
      ...(distribution ? { Client: CitusClient } : {}),
    });
    // The end of a connection that nobody uses is no error: the next statement gets another one.
    pool.on("error", () => {});
    const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf, disposeExternalPool: true });
    const client = new PrismaClient({ adapter, transactionOptions });
    runtime.database = { client: distribution ? routed(client) : client, pool, embedded: undefined, holder: undefined };
    if (distribution) {
      runtime.distribution = distribution;
      await atNodes(distribution.nodes).refresh();
    }
    await followClock(pool);
    return applied;
  }
  const folder = resolve(DATA_DIR);
  makeFolder(folder);
  const holding = await lock(folder, { port: PORT, url: ownUrl() });
  const embedded = await Embedded.open(folder);
  const adapter = new PrismaPg(embedded.pool, { statementNameGenerator: nameOf });
  const applied = await migrateEmbedded(embedded);
  const client = new PrismaClient({ adapter, transactionOptions });
  runtime.database = { client, pool: embedded.pool, embedded, holder: holding };
  return applied;
}

/** Connections to the database, and calls that wait for one; for the metrics. */
export function connectionCounts(): Record<string, number> {
  const { pool: connections, embedded } = runtime.database ?? {};
  if (!connections) return {};
  const counts = { total: connections.totalCount, waiting: connections.waiting };
  return embedded ? counts : { ...counts, idle: connections.idleCount };
}

/** The connections in use and who waits, for the metrics; a workspace is not named there. */
export const placeCounts = (): Record<string, number> => runtime.database?.pool.use() ?? {};

/** The connections of this process to a server; undefined for the embedded database, whose one session is not shared. */
export const pool = (): FairPool | undefined => (runtime.database?.embedded ? undefined : runtime.database?.pool);

/** Where the command line on this machine reaches this process: a wildcard host is reached at loopback. */
function ownUrl(): string {
  const { HOST = "0.0.0.0", PORT } = env();
  const host = ["0.0.0.0", "::"].includes(HOST) ? "127.0.0.1" : HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${PORT}`;
}

export async function close(): Promise<void> {
  const { database: opened } = runtime;
  const { distribution } = runtime;
  delete runtime.database;
  delete runtime.distribution;
  unfollowClock();
  if (distribution) await closeNodes(distribution.nodes);
  await opened?.client.$disconnect();
  await opened?.embedded?.close();
}

const names = singleton("statementNames", () => new Map());
const maxNames = 1_000;

/**
 * Names make PostgreSQL cache the plan of a statement, unless it says that it is planned anew; the same text has the same name everywhere. They are cached here,
 * because the digest of a long statement costs as much as sending it.
 */
export function nameOf({ sql }: { sql: string }): string {
  if (sql.endsWith(plannedAnew)) return "";
  const known = names.get(sql);
  if (known) return known;
  const name = `beside_${createHash("sha256").update(sql).digest("base64url").slice(0, 24)}`;
  if (names.size < maxNames) names.set(sql, name);
  return name;
}
