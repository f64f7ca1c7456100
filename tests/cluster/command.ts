import { execFile, spawn } from "node:child_process";
import { kept } from "../support/server";

export type Ran = { code: number; out: string; error: string };

const environment = (env: Record<string, string>) => ({ ...process.env, LOG_LEVEL: "warn", ...env });

/** A script of the package, as an operator runs it. */
export const npmRun = (name: string, args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    execFile("npm", ["run", "--silent", name, "--", ...args], { env: environment(env) }, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, out, error }),
    );
  });

/** The move as a process that can be killed: its kill waits until it is gone. */
export function startMove(args: string[]): { kill: () => Promise<void>; ended: Promise<void> } {
  const child = kept(
    spawn(process.execPath, ["--import", "tsx", "lib/ops/move/main.ts", ...args], { env: environment({}), stdio: "ignore" }),
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    ended,
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}
