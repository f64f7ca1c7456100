import { PrismaPg } from "@prisma/adapter-pg";
import { nameOf } from "@/lib/platform/db";
import { isDistributed } from "@/lib/platform/db/citus";
import { PrismaClient } from "@/lib/platform/db/client/client";
import { connectionStringWith } from "@/lib/platform/db/connection-string";
import { FairPool } from "@/lib/platform/db/pool";
import { connectionTimeouts } from "@/lib/platform/db/timeouts";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { reasonOf } from "@/lib/platform/redis/outage-log";
import { runtime } from "@/lib/platform/runtime";
import { within } from "@/lib/platform/within";

/** `behind`: it works, and lacks what was written last. `unfit`: it is no standby of this database. */
export const replicaStates = ["usable", "behind", "away", "unfit"] as const;
export type ReplicaState = (typeof replicaStates)[number];

/** The standby that lists are read from, and what was last seen of it. Only the watch makes it usable. */
export type Replica = {
  client: PrismaClient;
  pool: FairPool;
  /** One connection of its own for the watch: it does not wait behind reads. */
  watching: FairPool;
  state: ReplicaState;
  lagBytes: number;
  lagSeconds: number;
};

declare module "@/lib/platform/runtime" {
  interface Runtime {
    replica: Replica;
  }
}

const watchMs = 1_000;
/** Lists are read now and then, and a new connection takes longer than most of them. */
const idleTimeoutMillis = 300_000;
// A standby is read-only anyway; one that is promoted stays so for us.
const readOnly = { default_transaction_read_only: "on" };

type ReplicaConfig = { connectionString: string; max?: number } & {
  [Name in "connectionTimeoutMillis" | "statement_timeout" | "query_timeout"]?: number;
};

function poolOf(config: ReplicaConfig): FairPool {
  const pool = new FairPool({ ...connectionTimeouts, application_name: "beside-replica", idleTimeoutMillis, ...config });
  // The end of a connection that nobody uses is no error.
  pool.on("error", () => {});
  return pool;
}

/**
 * Prepares the connections to DATABASE_REPLICA_URL, and opens none yet. Undefined without that variable, and on a distributed database: a
 * standby of its coordinator has none of the rows, and the nodes answer reads beside each other.
 */
export function openReplica(): Replica | undefined {
  const { DATABASE_REPLICA_URL } = env();
  if (!DATABASE_REPLICA_URL) return undefined;
  if (isDistributed()) {
    log.warn("DATABASE_REPLICA_URL is not used: the database is distributed");
    return undefined;
  }
  const connectionString = connectionStringWith(DATABASE_REPLICA_URL, readOnly);
  const pool = poolOf({ connectionString });
  const watching = poolOf({
    ...{ connectionString, max: 1 },
    ...{ connectionTimeoutMillis: watchMs, statement_timeout: watchMs, query_timeout: watchMs },
  });
  const adapter = new PrismaPg(pool, { statementNameGenerator: nameOf, disposeExternalPool: true });
  runtime.replica = { client: new PrismaClient({ adapter }), pool, watching, state: "away", lagBytes: 0, lagSeconds: 0 };
  return runtime.replica;
}

export async function closeReplica(): Promise<void> {
  const { replica } = runtime;
  delete runtime.replica;
  const closed = Promise.all([replica?.client.$disconnect(), replica?.watching.end()]);
  // One that hangs does not say goodbye, and must not delay the stop of this process.
  await within(watchMs, closed).catch(() => {});
}

/** Logs the beginning and the end of an outage; that a replica is behind for a moment is usual. */
export function setState(replica: Replica, state: ReplicaState, error?: unknown): void {
  const was = replica.state;
  replica.state = state;
  const isOut = (one: ReplicaState) => one === "away" || one === "unfit";
  if (isOut(state) && state !== was) {
    if (state === "unfit") log.error("DATABASE_REPLICA_URL is no standby of DATABASE_URL on its timeline: the database answers all reads");
    else log.warn({ reason: reasonOf(error) }, "the replica does not answer: the database answers all reads");
  }
  if (!isOut(state) && isOut(was)) log.info("the replica answers lists and exports");
}
