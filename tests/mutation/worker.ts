/** A process that loads all tests once, and runs the tests of each order with its mutant. */
import { readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { run, setCurrentFile, tests } from "./playwright";
import { serveOnPostgres } from "./postgres";

/** Mutant -1 is none: a single test then runs to find what it reaches. */
export type Order = { tests: number[]; limitsMs: number[]; mutant: number; isFresh: boolean; budgetMs: number };
export type Report =
  | { kind: "ready"; titles: string[]; unreadable: string[] }
  /** `dirty`: the test now fails without the mutant as well, so the process must not be used again. */
  | {
      kind: "ran";
      outcome: "killed" | "survived" | "late" | "dirty";
      by?: number;
      error?: string;
      ran: number;
      ms: number;
      reached: number[];
      megabytes: number;
    };

const folder = process.env["MUTATION_FOLDER"] ?? "";
const activateHere = (globalThis as unknown as { $activate: (id: number) => number[] }).$activate;
const fresh = Number(process.env["MUTANT"] ?? -1);
process.env["MUTATION_SERVED"] = "1";
process.env["TMPDIR"] = process.env["MUTATION_TMPDIR"];

const report = (message: Report) => process.send?.(message);
const isSocket = (name: string) => name.endsWith(".sock");
const sockets = () => readdirSync(folder).filter(isSocket);
/** The sockets of running servers, and the folders of tests. */
const traces = () => [...sockets(), ...readdirSync(tmpdir()).filter((name) => name.startsWith("beside-test-"))];

/** Activates the mutant in a process of the product, and returns what it reached; nothing if the process has ended. */
const activateIn = (name: string, id: number) =>
  new Promise<number[]>((resolve) => {
    const socketPath = join(folder, name);
    const onGone = () => {
      rmSync(socketPath, { force: true });
      resolve([]);
    };
    const sent = request({ socketPath, path: `/${id}`, timeout: 2_000 }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve(JSON.parse(text) as number[]));
      response.on("error", onGone);
    });
    sent
      .on("error", onGone)
      .on("timeout", () => sent.destroy())
      .end();
  });

/** Activates the mutant here, in running servers, and in servers started later. Returns what was reached so far. */
async function activate(id: number): Promise<number[]> {
  process.env["MUTANT"] = String(id);
  return [...activateHere(id), ...(await Promise.all(sockets().map((name) => activateIn(name, id)))).flat()];
}

/** Ends processes that a failed test did not stop, and removes its folders. */
function cleanUp(before: string[]): void {
  for (const name of traces()) {
    if (before.includes(name)) continue;
    if (isSocket(name)) endProcess(name);
    rmSync(join(isSocket(name) ? folder : tmpdir(), name), { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  }
}

function endProcess(socket: string): void {
  try {
    process.kill(Number(socket.split(".")[0]), "SIGKILL");
  } catch {
    // It ended already.
  }
}

async function runOnce(index: number, mutant: number, limitMs: number) {
  const test = tests[index];
  if (!test) throw new Error(`No test ${index}.`);
  let before: string[] = [];
  const ran = await run(test, limitMs, async () => {
    before = traces();
    await activate(mutant);
  });
  if (ran.verdict !== "late") cleanUp(before);
  return ran;
}

async function runTests({ tests: list, limitsMs, mutant, isFresh, budgetMs }: Order): Promise<Report> {
  const since = performance.now();
  let ran = 0;
  const end = async (outcome: "killed" | "survived" | "late" | "dirty", more: { by?: number; error?: string } = {}): Promise<Report> => ({
    kind: "ran",
    outcome,
    ran,
    ms: performance.now() - since,
    reached: await activate(isFresh ? fresh : -1),
    megabytes: process.memoryUsage().rss / 2 ** 20,
    ...more,
  });
  for (const [index, by] of list.entries()) {
    if (ran > 0 && performance.now() - since > budgetMs) break;
    const limitMs = limitsMs[index] ?? 10_000;
    const { verdict, error = "" } = await runOnce(by, mutant, limitMs);
    ran += 1;
    if (verdict === "late") return end("late", { by });
    if (verdict !== "failed") continue;
    // If the test passes without the mutant, the mutant failed it; otherwise an earlier mutant left something behind.
    if (isFresh || (await runOnce(by, -1, limitMs)).verdict === "passed") return end("killed", { by, error });
    return end("dirty", { by, error });
  }
  return end("survived");
}

process.on("disconnect", () => process.exit(0));
// An unhandled error of one mutant must not end the process.
process.on("uncaughtException", () => undefined);
process.on("unhandledRejection", () => undefined);

const unreadable: string[] = [];
if (process.env["MUTATION_POSTGRES"]) await serveOnPostgres();
for (const file of JSON.parse(process.env["MUTATION_TESTS"] ?? "[]") as string[]) {
  setCurrentFile(file);
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    unreadable.push(`${file}: ${String(error)}`);
  }
}
process.on(
  "message",
  (order: Order) =>
    void runTests(order).then(report, (error: Error) =>
      report({ kind: "ran", outcome: "dirty", error: error.message, ran: 0, ms: 0, reached: [], megabytes: 0 }),
    ),
);
report({ kind: "ready", titles: tests.map(({ file, title }) => `${file}: ${title}`), unreadable });
