import { open } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { AppError } from "@/lib/kernel/errors";
import type { Run } from "./direct";

type Request = Parameters<Run>[0];
type Input = Request["input"];

/** Between steps in which nothing was left to do but to wait. */
const waitMs = 1_000;

/** Commands that delete, and the option whose value has to be repeated. */
const deleting: Record<string, string> = { "delete-workspace": "workspace", "delete-account": "email" };

/** Asks for the name of what is deleted, where somebody can answer; scripts send it along. */
export async function confirmed(command: string, input: Input): Promise<Input> {
  const name = input[deleting[command] ?? ""];
  if (typeof name !== "string" || input["confirm"] !== undefined || !process.stdin.isTTY) return input;
  const copy =
    command === "delete-workspace" && input["export"] === undefined ? " Nothing is exported first: that takes --export FILE." : "";
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const confirm = await terminal
    .question(`This deletes ${name} permanently.${copy} Type ${name} to go on: `)
    .finally(() => terminal.close());
  return { ...input, confirm };
}

/** Runs a command; one that takes long in steps, each of which is a call of its own. What it says meanwhile goes to standard error. */
export async function runInSteps(run: Run, request: Request): Promise<Record<string, unknown>> {
  const { command, input } = request;
  if (command === "export-workspace") return exported(run, input);
  if (command === "delete-workspace") return deleted(run, input);
  return run(request);
}

const Page = z.object({ lines: z.array(z.string()), next: z.string().nullable() });

async function exported(run: Run, { workspace, file: name }: Input): Promise<Record<string, unknown>> {
  const parsed = z.string().min(1).safeParse(name);
  if (!parsed.success) throw new AppError("invalid_request", "--file must be the name of a file.");
  const read = async (after: string | undefined) =>
    Page.parse(await run({ command: "read-workspace", input: { workspace, ...(after !== undefined && { after }) } }));
  // Before the file is made, so that a wrong name leaves none.
  let page = await read(undefined);
  const file = await open(parsed.data, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    throw new AppError(
      "conflict",
      `The file ${parsed.data} cannot be made: ${error.code === "EEXIST" ? "it is there already" : error.message}.`,
    );
  });
  let lines = 0;
  try {
    for (;;) {
      for (const line of page.lines) await file.write(`${line}\n`);
      lines += page.lines.length;
      if (page.next === null) break;
      page = await read(page.next);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { workspace, file: parsed.data, lines };
}

const Closed = z.looseObject({ id: z.string(), accounts: z.array(z.string()) });
const Step = z.looseObject({ isFinished: z.boolean(), removed: z.int() });

async function deleted(run: Run, { export: file, ...input }: Input): Promise<Record<string, unknown>> {
  // What is not confirmed is refused before anything is written.
  const isConfirmed = input["confirm"] === input["workspace"];
  const written = file === undefined || !isConfirmed ? undefined : await exported(run, { workspace: input["workspace"], file });
  // The steps name it by its id: its slug may be that of a new workspace by now.
  const { id, accounts } = Closed.parse(await run({ command: "delete-workspace", input }));
  let removed = 0;
  for (;;) {
    const step = Step.parse(await run({ command: "remove-rows", input: { id } }));
    removed += step.removed;
    if (step.isFinished) break;
    process.stderr.write(step.removed > 0 ? `${removed} rows removed\n` : "");
    if (step.removed === 0) await pause(waitMs);
  }
  const left = accounts.length > 0 ? { accountsThatStay: accounts } : {};
  return { workspace: input["workspace"], deleted: true, removed, ...(written && { exported: written["file"] }), ...left };
}
