import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Order, Report } from "./worker";

export type Ran = Extract<Report, { kind: "ran" }>;
type Ready = Extract<Report, { kind: "ready" }>;

export type Runner = {
  titles: string[];
  /** Test files that could not be loaded, and why. */
  unreadable: string[];
  /** Undefined when the process hung or ended. */
  runTests: (order: Order, limitMs: number) => Promise<Ran | undefined>;
  /** The mutants that ended processes reached; reading them removes the record. */
  takeReached: () => number[];
  end: () => Promise<void>;
};

/** A process that uses more memory than this is replaced by a new one. */
export const maxMegabytes = Math.max(1_000, totalmem() / 2 ** 20 / 12);

export type Setup = { root: string; tests: string[]; isOnPostgres: boolean };

/** Starts a process of `worker.ts` in the instrumented copy, with a separate folder for everything it writes. */
export async function startRunner(setup: Setup, more: Record<string, string> = {}): Promise<Runner> {
  // Rarely a process with custom loaders hangs while it loads the tests; the next one does not.
  for (let attempts = 3; ; attempts -= 1) {
    const runner = await tryToStart(setup, more);
    if (runner) return runner;
    if (attempts === 1) throw new Error("The tests could not be read.");
  }
}

async function tryToStart({ root, tests, isOnPostgres }: Setup, more: Record<string, string>): Promise<Runner | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  const preload = pathToFileURL(join(root, "tests/mutation/switch.mjs")).href;
  const child = fork("tests/mutation/worker.ts", {
    cwd: root,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    env: {
      ...process.env,
      ...more,
      ...(isOnPostgres ? { MUTATION_POSTGRES: "1" } : {}),
      NODE_OPTIONS: `--import ${preload}`,
      TSX_TSCONFIG_PATH: join(root, "tests/mutation/tsconfig.json"),
      MUTATION_FOLDER: folder,
      MUTATION_SQL: join(root, "sql.json"),
      MUTATION_TESTS: JSON.stringify(tests),
      // Its own only once it has started: what was compiled for others is in the common one.
      MUTATION_TMPDIR: temporary,
    },
  });
  const ready = (await nextReport(child, 90_000)) as Ready | undefined;
  if (!ready) {
    child.kill("SIGKILL");
    await end(child, folder);
    return undefined;
  }
  return {
    titles: ready.titles,
    unreadable: ready.unreadable,
    runTests: (order, limitMs) => {
      child.send(order);
      return nextReport(child, limitMs) as Promise<Ran | undefined>;
    },
    takeReached: () => {
      const file = join(folder, "reached");
      try {
        const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
        rmSync(file);
        return lines.flatMap((line) => JSON.parse(line) as number[]);
      } catch {
        return [];
      }
    },
    end: () => end(child, folder),
  };
}

/** The next report of the process; undefined when it takes too long, or ends. */
const nextReport = (child: ChildProcess, limitMs: number) =>
  new Promise<Report | undefined>((resolve) => {
    const done = (report?: Report) => {
      clearTimeout(timer);
      child.off("message", done).off("exit", ended);
      resolve(report);
    };
    const ended = () => done();
    const timer = setTimeout(done, limitMs);
    child.once("message", done).once("exit", ended);
  });

/** Ends the process and everything that it started, by process id. */
async function end(child: ChildProcess, folder: string): Promise<void> {
  const exited = new Promise((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once("exit", resolve) : resolve(undefined),
  );
  if (child.connected) child.disconnect();
  const timer = setTimeout(() => child.kill("SIGKILL"), 1_000);
  await exited;
  clearTimeout(timer);
  for (const name of readdirSync(folder)) {
    if (!name.endsWith(".sock")) continue;
    try {
      process.kill(Number(name.split(".")[0]), "SIGKILL");
    } catch {
      // It ended already.
    }
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
