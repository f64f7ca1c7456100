import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import { holderOf } from "@/lib/platform/db/folder-lock";
import { env } from "@/lib/platform/env";
import { type Command, commands, type Offline, offline, operate } from "./contract";
import type { Run } from "./direct";
import { confirmed, runInSteps } from "./steps";

const usageOf = (input: z.ZodObject) =>
  Object.entries(input.shape)
    .map(([name, field]) => ((field as z.ZodType).safeParse(undefined).success ? `[--${name} …]` : `--${name} …`))
    .join(" ");

const help = () =>
  [
    "Usage: npm run admin -- COMMAND [options] [--json]",
    "",
    ...Object.entries(known).map(([name, { summary, input }]) => `  ${name} ${usageOf(input)}\n      ${summary}`),
  ].join("\n");

const known = { ...commands, ...offline };
type Known = keyof typeof known;
const isCommand = (text: string | undefined): text is Known => text !== undefined && Object.hasOwn(known, text);
const isOffline = (command: Known): command is Offline => Object.hasOwn(offline, command);

function read(): { command: Known; input: Record<string, unknown>; json: boolean } | undefined {
  const [command, ...rest] = process.argv.slice(2);
  if (!isCommand(command)) return undefined;
  const names = Object.keys(known[command].input.shape);
  const options = Object.fromEntries([...names.map((name) => [name, { type: "string" as const }]), ["json", { type: "boolean" as const }]]);
  const { json, ...input } = parseArgs({ args: rest, options, strict: true }).values as Record<string, unknown>;
  return { command, input, json: json === true };
}

const ErrorReply = z.object({ error: z.object({ message: z.string() }) });

/** Runs in the process that holds the data folder; without one, this process opens the database itself, and loads what that takes. */
async function perform({ command, input }: { command: Known; input: Record<string, unknown> }): Promise<Record<string, unknown>> {
  if (isOffline(command)) return (await import("./direct")).runOffline[command]();
  const request: { command: Command; input: Record<string, unknown> } = { command, input: await confirmed(command, input) };
  const { DATABASE_URL, DATA_DIR } = env();
  const holder = DATABASE_URL ? undefined : holderOf(resolve(DATA_DIR));
  if (command === "jobs" && !holder) return (await import("./jobs")).jobsOfInstance();
  if (!holder) return (await import("./direct")).withDatabase((run) => runInSteps(run, request));
  return runInSteps((one) => runAt(holder, one), request);
}

type Holder = NonNullable<ReturnType<typeof holderOf>>;

async function runAt(holder: Holder, request: Parameters<Run>[0]): Promise<Record<string, unknown>> {
  const response = await fetch(holder.url + operate.path, {
    method: operate.method,
    headers: { authorization: `Bearer ${holder.token}` },
    body: JSON.stringify(request),
  }).catch(() => {
    const { pid, host, url } = holder;
    throw new AppError(
      "unavailable",
      `Beside holds this folder (process ${pid} on ${host}) and does not answer at ${url}: it is starting or stopping, or runs in another container. Try again, or run this inside that container.`,
    );
  });
  const reply: unknown = await response.json();
  if (response.ok) return reply as Record<string, unknown>;
  throw new AppError("invalid_request", ErrorReply.safeParse(reply).data?.error.message ?? "The running Beside did not understand.");
}

const plain = (value: unknown): string =>
  Object.entries(value as object)
    .map(([name, inner]) => `${name}: ${typeof inner === "object" && inner !== null ? JSON.stringify(inner) : String(inner)}`)
    .join("\n");

try {
  const request = read();
  if (!request) {
    process.stdout.write(`${help()}\n`);
    process.exitCode = process.argv.length > 2 && !process.argv.includes("--help") ? 2 : 0;
  } else {
    const result = await perform(request);
    process.stdout.write(`${request.json ? JSON.stringify(result) : plain(result)}\n`);
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
