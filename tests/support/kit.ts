import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { basename, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { templates } from "@/lib/actions/receivers/kit";
import { identifySamples } from "@/lib/channels/website/samples";

type Run = { command: string; args: string[] };

const goBinary = (file: string): Run => {
  const out = `${file}.out`;
  const { status, stderr } = spawnSync("go", ["build", "-o", out, file], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return { command: out, args: [] };
};

/** The command of each language by its id, and the program that it needs. */
const runs: Record<string, { requires: string; run: (file: string, port: number) => Run }> = {
  node: { requires: "node", run: (file) => ({ command: process.execPath, args: [file] }) },
  express: { requires: "node", run: (file) => ({ command: process.execPath, args: [file] }) },
  nextjs: {
    requires: "node",
    run: (file) => ({ command: process.execPath, args: ["--import", "tsx", "tests/support/route-runner.ts", file] }),
  },
  python: { requires: "python3", run: (file) => ({ command: "python3", args: [file] }) },
  php: { requires: "php", run: (file, port) => ({ command: "php", args: ["-S", `127.0.0.1:${port}`, file] }) },
  go: { requires: "go", run: goBinary },
  ruby: { requires: "rackup", run: (file, port) => ({ command: "rackup", args: ["--host", "127.0.0.1", "--port", `${port}`, file] }) },
};

const isInstalled = (program: string): boolean => spawnSync("which", [program]).status === 0;

type Example = { id: string; name: string; path: string; text: string };

/** An example with the way to run it. One without its runtime on this machine is skipped, unless RECEIVERS=all, as in CI. */
function runnable(example: Example) {
  const { requires, run } = runs[example.id] ?? { requires: "a way to run it", run: undefined };
  const isMissing = requires !== "node" && !isInstalled(requires) && process.env["RECEIVERS"] !== "all";
  return { ...example, requires, run, isMissing };
}

/** Every receiver of the kit. */
export const kit = templates().map(runnable);

/** Every sample that signs who a visitor is. */
export const identifyKit = identifySamples().map(runnable);

/** Every receiver of webhooks; its file has the name of the one for action calls. */
export const webhookKit = templates().map(({ path, ...one }) => {
  const file = path.replace("receivers", "webhooks");
  return runnable({ ...one, path: file, text: readFileSync(file, "utf8") });
});

const children: ChildProcess[] = [];
const folders: string[] = [];

process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder below node_modules, so that a receiver's imports resolve as in a project. */
function newFolder(): string {
  mkdirSync("node_modules/.cache", { recursive: true });
  const folder = mkdtempSync(join("node_modules/.cache", "receiver-"));
  folders.push(folder);
  return folder;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port }, () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Runs a receiver or a sample with this text until the test's worker ends. Returns what it has written so far. */
export async function startKit(
  one: (typeof kit)[number],
  text: string,
  { secret, port }: { secret: string; port: number },
): Promise<() => string> {
  if (!one.run) throw new Error(`Say in tests/support/kit.ts how the receiver ${one.id} is run.`);
  const file = join(process.cwd(), newFolder(), basename(one.path));
  writeFileSync(file, text);
  const { command, args } = one.run(file, port);
  const child = spawn(command, args, {
    env: { ...process.env, BESIDE_SECRET: secret, BESIDE_IDENTIFY_SECRET: secret, BESIDE_WEBHOOK_SECRET: secret, PORT: `${port}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for (const end = Date.now() + 30_000; !(await isListening(port)); await pause(50)) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`The receiver ${one.id} does not run:\n${output}`);
  }
  return () => output;
}
