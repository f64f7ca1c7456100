import { randomBytes } from "node:crypto";
import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { type Cluster as Postgres, startMigrated, startStandby } from "../support/postgres";
import { freePort, newFolder, type Running, startServer } from "../support/server";
import { startNginx } from "./nginx";
import { startOperator } from "./operator";
import { type Redis, startRedis } from "./redis";

type Instance = {
  readonly running: Running;
  /** Starts it again on its port, after a stop or kill. */
  start: () => Promise<void>;
};

export type Cluster = {
  /** Address of nginx, in front of all instances. */
  url: string;
  postgres: Postgres;
  /** A standby that the instances read lists from, if it was asked for. */
  standby: Postgres | undefined;
  redis: Redis;
  instances: Instance[];
  /** The environment that the instances and the command line share. */
  env: Record<string, string>;
  /** The cluster as a server for the tests of the API and the screens: nginx, and the command line. */
  running: Running;
  stop: () => Promise<void>;
};

type Options = {
  count?: number;
  env?: Record<string, string>;
  /** The database that is there already; it starts one of its own otherwise, and stops it. */
  postgres?: Postgres;
  /** Starts a proxy between the instances and PostgreSQL: takes its address, and returns the one that the instances use. */
  between?: (databaseUrl: string) => Promise<string>;
  withStandby?: boolean;
  /** How far the clock of each instance is ahead of the machine's. */
  clocksAheadMs?: number[];
};

/** Instances of the built product on PostgreSQL and Redis behind nginx, each with its own ports and folders. */
export async function startCluster({
  count = 3,
  env: more = {},
  between,
  postgres: given,
  withStandby = false,
  clocksAheadMs = [],
}: Options = {}): Promise<Cluster> {
  const [postgres, redis] = await Promise.all([given ?? startMigrated(), startRedis()]);
  const standby = withStandby ? await startStandby(postgres) : undefined;
  const env = {
    DATABASE_URL: between ? await between(postgres.url) : postgres.url,
    ...(standby && { DATABASE_REPLICA_URL: standby.url }),
    REDIS_URL: redis.url,
    SECRET_KEY: randomBytes(32).toString("hex"),
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    DEMO: "1",
    // A test that sends X-Forwarded-For acts as a proxy in front of nginx.
    TRUSTED_PROXIES: "2",
    ...more,
  };
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const folder = newFolder();
  // When root starts nginx, its workers run as another user.
  chmodSync(folder, 0o755);
  const sockets = ports.map((_, index) => join(folder, `app-${index + 1}.sock`));
  const files = newFolder();
  const instances = await Promise.all(
    ports.map((port, index) => startInstance(port, { ...env, SOCKET: sockets[index] ?? "" }, { files, aheadMs: clocksAheadMs[index] })),
  );
  const nginx = await startNginx(sockets);
  const operator = startOperator({ ...env, DATABASE_URL: postgres.url });
  return {
    url: nginx.url,
    postgres,
    standby,
    redis,
    instances,
    env,
    running: asRunning(nginx.url, operator.operate),
    stop: async () => {
      operator.stop();
      await nginx.stop();
      await Promise.all(instances.map(({ running }) => running.stop()));
      await standby?.stop();
      await Promise.all([given ? undefined : postgres.stop(), redis.kill()]);
    },
  };
}

/** A cluster for the tests of a file: it starts before the first of them, and stops after the last. */
export function clusterOf(options: Options = {}): Cluster {
  const cluster = {} as Cluster;
  test.beforeAll(async () => {
    Object.assign(cluster, await startCluster(options));
  });
  test.afterAll(() => cluster.stop());
  return cluster;
}

/** `files` is the folder that all instances share for the files of chats. */
async function startInstance(
  port: number,
  env: Record<string, string>,
  { files, aheadMs }: { files: string; aheadMs: number | undefined },
): Promise<Instance> {
  const begin = () => {
    const dataDir = newFolder();
    symlinkSync(files, join(dataDir, "files"));
    if (aheadMs === undefined) return startServer({ port, env, dataDir });
    const nodeArgs = ["--import", "./tests/support/clock.mjs"];
    return startServer({ port, env: { ...env, CLOCK_AHEAD_MS: String(aheadMs) }, dataDir, nodeArgs });
  };
  let running = await begin();
  return {
    get running() {
      return running;
    },
    start: async () => {
      running = await begin();
    },
  };
}

function missing(what: string): never {
  throw new Error(`A cluster has no ${what} of its own: a test that needs one concerns the embedded mode, and has the tag @embedded.`);
}

/** A cluster in the shape that the fixtures expect of a server. */
export const asRunning = (url: string, operate: Running["operate"]): Running => ({
  url,
  operate,
  get dataDir() {
    return missing("folder");
  },
  get pid() {
    return missing("process");
  },
  output: () => missing("output"),
  stop: () => missing("process"),
  kill: () => missing("process"),
});
