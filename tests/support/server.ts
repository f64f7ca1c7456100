import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Command } from "@/lib/ops/contract";

export type Running = {
  url: string;
  dataDir: string;
  pid: number;
  output: () => string;
  /** Runs a command of the command line, through the process that holds the folder. */
  operate: (command: Command, input: Record<string, string>) => Promise<Record<string, unknown>>;
  /** SIGTERM, and the exit code. */
  stop: () => Promise<number | null>;
  /** kill -9. */
  kill: () => Promise<void>;
};

const children: ChildProcess[] = [];
const folders: string[] = [];

// A failed test stops nothing, so its processes and folders are cleaned up when the worker ends.
process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Kills this child when this process ends. */
export function killOnExit<C extends ChildProcess>(child: C): C {
  children.push(child);
  return child;
}

export function newFolder(prefix = join(tmpdir(), "beside-test-")): string {
  const folder = mkdtempSync(prefix);
  folders.push(folder);
  return folder;
}

const templates = { started: "BESIDE_TEST_FOLDER", demo: "BESIDE_TEST_DEMO_FOLDER" };

/** Starts and stops the product once on an empty folder, and once as a demo, for `startedFolder`. Returns the function that removes them. */
export async function prepareFolders(): Promise<() => void> {
  const server = await startServer({ dataDir: newFolder() });
  await server.stop();
  process.env[templates.started] = server.dataDir;
  const demo = await startServer({ env: { DEMO: "1" } });
  await demo.stop();
  process.env[templates.demo] = demo.dataDir;
  return () => {
    for (const { dataDir } of [server, demo]) rmSync(dataDir, { recursive: true, force: true });
  };
}

/**
 * A folder as the first start leaves it, with its migrated database and its secrets, or as the first start of a demo does: a copy,
 * because a first start takes longer than most tests. Tests of the first start itself use `newFolder()`.
 */
export function startedFolder(template: keyof typeof templates = "started"): string {
  const folder = newFolder();
  const from = process.env[templates[template]] ?? process.env[templates.started];
  // Half the time of cpSync.
  if (from) execFileSync("cp", ["-R", `${from}/.`, folder]);
  return folder;
}

/** A copied folder cannot be decrypted with another SECRET_KEY, and with PostgreSQL the folder stays empty. */
const folderFor = (env: Record<string, string>) =>
  env["SECRET_KEY"] || env["DATABASE_URL"] ? newFolder() : startedFolder(env["DEMO"] === "1" ? "demo" : "started");

const claims = "BESIDE_TEST_PORTS";

/** Whether nobody of this run has the port, who may not listen on it yet: a file for each, which only one process can create. */
function claim(port: number): boolean {
  process.env[claims] ??= newFolder();
  try {
    writeFileSync(join(process.env[claims], `${port}`), "", { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** A free port below those that the system gives to outgoing connections, which would take it before a server listens. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const port = randomInt(12_000, 32_000);
    if (!claim(port)) return resolve(freePort());
    const probe = createServer().once("error", () => resolve(freePort()));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(port)));
  });

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once("exit", resolve) : resolve(child.exitCode),
  );

/** Runs commands through the process that holds the folder. */
export const operatorOf =
  (url: string, dataDir: string): Running["operate"] =>
  async (command, input) => {
    const { token } = JSON.parse(readFileSync(join(dataDir, "lock.json"), "utf8")) as { token: string };
    const body = JSON.stringify({ command, input });
    const response = await fetch(`${url}/api/operator`, { method: "POST", headers: { authorization: `Bearer ${token}` }, body });
    const reply = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(JSON.stringify(reply));
    return reply;
  };

/**
 * For a short-lived process with the embedded database: V8 compiles its WebAssembly once and quickly. Optimizing it takes a third
 * of the processor time of a start, and pays off only in a long-lived process.
 */
export const shortLivedFlags = ["--liftoff-only"];

/**
 * The built product in a separate process, on a new folder unless one is given. `isLasting` is for a server that many tests
 * share, or that one test loads heavily.
 */
export async function startServer({
  env = {},
  dataDir = folderFor(env),
  script = "server.mjs",
  nodeArgs = [],
  args = [],
  cwd = process.cwd(),
  port,
  isLasting = Boolean(env["DATABASE_URL"]),
}: {
  dataDir?: string;
  env?: Record<string, string>;
  script?: string;
  nodeArgs?: string[];
  args?: string[];
  cwd?: string;
  port?: number;
  isLasting?: boolean;
} = {}): Promise<Running> {
  port ??= await freePort();
  const flags = [...(isLasting ? [] : shortLivedFlags), "--import", resolve("tests/support/names.mjs"), ...nodeArgs];
  const child = spawn(process.execPath, [...flags, script, ...args], {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: "warn",
      DRAIN_SECONDS: "0",
      PLANS: "1",
      // No test reaches Meta.
      WHATSAPP_GRAPH_URL: "http://127.0.0.1:9",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  const ready = new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes("Beside is ready")) resolve();
    };
    child.stdout.on("data", onOutput);
    child.stderr.on("data", onOutput);
    child.once("exit", (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  await ready;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    operate: operatorOf(url, dataDir),
    stop: () => {
      child.kill("SIGTERM");
      return ended(child);
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended(child);
    },
  };
}
