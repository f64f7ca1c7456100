import { spawn } from "node:child_process";

/** A command, its time limit in seconds, and the signal that ends it then. */
export type Step = { command: [string, ...string[]]; seconds: number; signal: NodeJS.Signals; env?: Record<string, string> };

const errorLineOf = (output: string): string | undefined => output.split("\n").find((line) => /^E: |\berror\b/i.test(line));

/** Runs a command, and returns a message that says why it failed, or undefined. */
export async function failureOf({ command, seconds, signal, env = {} }: Step): Promise<string | undefined> {
  const [program, ...args] = command;
  // In a separate process group, so that its children end with it; and it ends with this process.
  const child = spawn(program, args, { env: { ...process.env, ...env }, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // It has ended already.
    }
  };
  process.once("exit", end);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, seconds * 1000);

  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | string | null>((resolve) => {
    child.once("error", ({ message }) => resolve(message)).once("close", resolve);
  });
  clearTimeout(timer);
  process.off("exit", end);
  if (code === 0) return undefined;
  const why = isLate ? `took more than ${seconds} seconds and was ended` : `failed: ${(errorLineOf(output) ?? String(code)).trim()}`;
  return `“${command.join(" ")}” ${why}`;
}
