/** A process that reads all tests once, and runs those that it is told to, with the mutant that it is told. */
import { readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { reading, run, tests } from "./playwright";
import { serveOnPostgres } from "./postgres";

/** Without a mutant a single test is run, for what it reaches. */
export type Order = { tests: number[]; limitsMs: number[]; mutant: number; isFresh: boolean; budgetMs: number };
export type Report =
  | { kind: "ready"; titles: string[]; unreadable: string[] }
  /** `dirty`: the test fails without the mutant as well by now, so that the process must not be used any more. */
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
const switchHere = (globalThis as unknown as { $activate: (id: number) => number[] }).$activate;
const fresh = Number(process.env["MUTANT"] ?? -1);
process.env["MUTATION_SERVED"] = "1";

const say = (report: Report) => process.send?.(report);
const isSocket = (name: string) => name.endsWith(".sock");
const sockets = () => readdirSync(folder).filter(isSocket);
/** Processes that serve, and folders that they were given. */
const traces = () => [...sockets(), ...readdirSync(tmpdir()).filter((name) => name.startsWith("beside-test-"))];

/** Tells a process of the product; one that is gone has nothing to say. */
const tell = (name: string, id: number) =>
  new Promise<number[]>((resolve) => {
    const socketPath = join(folder, name);
    const gone = () => {
      rmSync(socketPath, { force: true });
      resolve([]);
    };
    const asked = request({ socketPath, path: `/${id}`, timeout: 2_000 }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => resolve(JSON.parse(text) as number[]));
      response.on("error", gone);
    });
    asked
      .on("error", gone)
      .on("timeout", () => asked.destroy())
      .end();
  });

/** Makes the mutant active here, in the servers that run, and in those that will be started. Returns what was reached so far. */
async function activate(id: number): Promise<number[]> {
  process.env["MUTANT"] = String(id);
  return [...switchHere(id), ...(await Promise.all(sockets().map((name) => tell(name, id)))).flat()];
}

/** Ends what a test started and, because it failed, did not stop; and removes what it left. */
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
    // It ended by itself.
  }
}

async function once(index: number, mutant: number, limitMs: number) {
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

async function carryOut({ tests: list, limitsMs, mutant, isFresh, budgetMs }: Order): Promise<Report> {
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
  for (const [place, by] of list.entries()) {
    if (ran > 0 && performance.now() - since > budgetMs) break;
    const limitMs = limitsMs[place] ?? 10_000;
    const { verdict, error = "" } = await once(by, mutant, limitMs);
    ran += 1;
    if (verdict === "late") return end("late", { by });
    if (verdict !== "failed") continue;
    // It was the mutant, if the test passes without it; otherwise an earlier one left something behind.
    if (isFresh || (await once(by, -1, limitMs)).verdict === "passed") return end("killed", { by, error });
    return end("dirty", { by, error });
  }
  return end("survived");
}

process.on("disconnect", () => process.exit(0));
// What a mutant leaves unhandled is not the end of the others.
process.on("uncaughtException", () => undefined);
process.on("unhandledRejection", () => undefined);

const unreadable: string[] = [];
if (process.env["MUTATION_POSTGRES"]) await serveOnPostgres();
for (const file of JSON.parse(process.env["MUTATION_TESTS"] ?? "[]") as string[]) {
  reading(file);
  try {
    await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    unreadable.push(`${file}: ${String(error)}`);
  }
}
process.on(
  "message",
  (order: Order) =>
    void carryOut(order).then(say, (error: Error) =>
      say({ kind: "ran", outcome: "dirty", error: error.message, ran: 0, ms: 0, reached: [], megabytes: 0 }),
    ),
);
say({ kind: "ready", titles: tests.map(({ file, title }) => `${file}: ${title}`), unreadable });
