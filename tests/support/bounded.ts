import { spawn } from "node:child_process";

/** A command, how many seconds it may take, and how it is told to end then. */
export type Step = { command: [string, ...string[]]; seconds: number; signal: NodeJS.Signals; env?: Record<string, string> };

const wordsOf = (said: string): string | undefined => said.split("\n").find((line) => /^E: |\berror\b/i.test(line));

/** Runs a command, and says in a sentence why it did not succeed. */
export async function failureOf({ command, seconds, signal, env = {} }: Step): Promise<string | undefined> {
  const [program, ...args] = command;
  // In a group of its own, so that what it starts ends with it; and it ends with us.
  const child = spawn(program, args, { env: { ...process.env, ...env }, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => {
    try {
      if (child.pid) process.kill(-child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  process.once("exit", end);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    end();
  }, seconds * 1000);

  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | string | null>((resolve) => {
    child.once("error", ({ message }) => resolve(message)).once("close", resolve);
  });
  clearTimeout(timer);
  process.off("exit", end);
  if (code === 0) return undefined;
  const why = isLate ? `took more than ${seconds} seconds and was ended` : `failed: ${(wordsOf(said) ?? String(code)).trim()}`;
  return `“${command.join(" ")}” ${why}`;
}
