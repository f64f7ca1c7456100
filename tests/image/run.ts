import { spawn } from "node:child_process";
import { killOnExit } from "../support/server";

/** A program and its arguments. */
export type Line = readonly [string, ...string[]];

type Options = {
  seconds: number;
  /** Shows the output while the command runs. */
  isShown?: boolean;
  env?: Record<string, string>;
};

/** What is left of a long output in an error. */
const maxErrorLength = 3_000;

/** Runs a command within a limit of time. Returns its standard output. @throws Error with the end of its output */
export async function run([program, ...args]: Line, { seconds, isShown = false, env = {} }: Options): Promise<string> {
  const child = killOnExit(spawn(program, args, { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] }));
  const timer = setTimeout(() => child.kill("SIGKILL"), seconds * 1000);
  let [output, errors] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    if (isShown) process.stdout.write(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
    if (isShown) process.stderr.write(chunk);
  });
  const code = await new Promise<number | string | null>((resolve) => {
    child.once("error", ({ message }) => resolve(message)).once("close", (status, signal) => resolve(status ?? signal));
  });
  clearTimeout(timer);
  if (code === 0) return output;
  const why = code === "SIGKILL" ? `was ended after ${seconds} seconds` : `ended with ${code}`;
  throw new Error(`“${[program, ...args].join(" ").slice(0, 200)}” ${why}:\n${(output + errors).trim().slice(-maxErrorLength)}`);
}

/** Whether a command succeeds. */
export const succeeds = (line: Line, seconds: number): Promise<boolean> =>
  run(line, { seconds }).then(
    () => true,
    () => false,
  );

export const say = (text: string): boolean => process.stdout.write(`${text}\n`);
