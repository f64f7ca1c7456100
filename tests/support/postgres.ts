import { execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { migrate } from "@/lib/platform/db/migrate";
import { freePort, killOnExit } from "./server";

/** Runs a statement of the test on a separate connection. */
export type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

export type Cluster = {
  url: string;
  bin: string;
  folder: string;
  query: Query;
  cpuSeconds: () => number;
  /** Stops the server as an operator does, and keeps its folder. */
  halt: () => Promise<void>;
  /** Starts it again, on the same folder and port. */
  resume: () => Promise<void>;
  /** Stops all its processes with their connections open, until `thaw`. */
  freeze: () => void;
  thaw: () => void;
  /** Stops the server, and removes its folder. */
  stop: () => Promise<void>;
};

function binaries(): string {
  const root = "/usr/lib/postgresql";
  const found = existsSync(root)
    ? readdirSync(root)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(root, version, "bin"))
        .find((folder) => existsSync(join(folder, "initdb")))
    : undefined;
  if (!found) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  return found;
}

/** PostgreSQL refuses to run as root, so root runs it as the user of Debian's package. */
function owner(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = /^postgres:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  if (!uid || !gid) throw new Error("There is no user postgres: apt-get install postgresql");
  return { uid: Number(uid), gid: Number(gid) };
}

type Options = {
  port?: number;
  /** The folder of its programs; those of the newest version that is installed unless given. */
  bin?: string;
  /** Settings that differ from Debian's defaults. */
  settings?: Record<string, string>;
};

/** A new cluster in a temporary folder, with Debian's defaults: every commit is on the disk before its reply. */
export async function startPostgres(options: Options = {}): Promise<Cluster> {
  return serve(options, (bin, folder, user) => {
    const initial = ["-D", folder, "-U", "beside", "--auth=trust", "-E", "UTF8", "--no-sync"];
    execFileSync(join(bin, "initdb"), initial, { ...user, stdio: "ignore" });
  });
}

const migratedFolder = "BESIDE_TEST_POSTGRES_FOLDER";

/** Makes the folder that `startMigrated` copies: of a new cluster that has all migrations. Returns the function that removes it. */
export async function prepareMigrated(): Promise<() => void> {
  const postgres = await startPostgres();
  const connection = new pg.Client({ connectionString: postgres.url });
  await connection.connect();
  await migrate(connection);
  await connection.end();
  await postgres.halt();
  process.env[migratedFolder] = postgres.folder;
  return () => rmSync(postgres.folder, { recursive: true, force: true });
}

/** As `startPostgres`, with all migrations, in a tenth of the processor time of making and migrating one. */
export async function startMigrated(): Promise<Cluster> {
  const from = process.env[migratedFolder];
  if (!from) return startPostgres();
  return serve({}, (_, folder) => {
    execFileSync("cp", ["-a", `${from}/.`, folder]);
  });
}

/** A standby of a cluster: it copies its folder, and then streams its log. */
export async function startStandby({ url }: Cluster): Promise<Cluster> {
  return serve({}, (bin, folder, user) => {
    const options = ["-D", folder, "-d", url, "--checkpoint=fast", "--wal-method=stream", "--write-recovery-conf", "--no-sync"];
    execFileSync(join(bin, "pg_basebackup"), options, { ...user, stdio: "ignore" });
  });
}

type Fill = (bin: string, folder: string, user: ReturnType<typeof owner>) => void;

async function serve({ port: chosen, bin = binaries(), settings = {} }: Options, fill: Fill): Promise<Cluster> {
  const user = owner();
  const folder = mkdtempSync(join(tmpdir(), "beside-pg-"));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const port = chosen ?? (await freePort());
  fill(bin, folder, user);
  const options = ["-D", folder, "-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"];
  for (const [name, value] of Object.entries(settings)) options.push("-c", `${name}=${value}`);
  const url = `postgresql://beside@127.0.0.1:${port}/postgres`;
  const begin = () =>
    killOnExit(spawn(join(bin, "postgres"), options, { ...user, env: { ...process.env, HOME: folder }, stdio: "ignore" }));
  let server = begin();
  await untilReady(url);

  const pid = () => server.pid ?? 0;
  const halt = async () => {
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGINT");
    await ended;
  };
  return {
    url,
    bin,
    folder,
    query: queryAt(url),
    cpuSeconds: () => cpuSecondsOf(pid()),
    halt,
    resume: async () => {
      server = begin();
      await untilReady(url);
    },
    freeze: () => signal([pid(), ...childrenOf(pid())], "SIGSTOP"),
    thaw: () => signal([...childrenOf(pid()), pid()], "SIGCONT"),
    stop: async () => {
      await halt();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const queryAt =
  (url: string): Query =>
  async <Row>(sql: string, values?: unknown[]) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows as Row[];
    } finally {
      await client.end();
    }
  };

function signal(pids: number[], name: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids) process.kill(pid, name);
}

/** Each backend has its own session, so a signal to the process group would not reach it. */
const childrenOf = (parent: number): number[] =>
  readFileSync(`/proc/${parent}/task/${parent}/children`, "utf8").split(" ").filter(Boolean).map(Number);

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt >= 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const ticksPerSecond = 100;

/** User and system time of a process, of its children, and of its ended children. */
export function cpuSecondsOf(pid: number): number {
  let ticks = 0;
  for (const entry of readdirSync("/proc")) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at])) as [
        number,
        number,
        number,
        number,
        number,
      ];
      if (Number(entry) === pid) ticks += user + system + childUser + childSystem;
      else if (parent === pid) ticks += user + system;
    } catch {
      // The process ended while it was read.
    }
  }
  return ticks / ticksPerSecond;
}
