import { execFile, spawn } from "node:child_process";
import { killOnExit } from "../support/server";

type Ran = { code: number; out: string; error: string };

const environment = (env: Record<string, string>) => ({ ...process.env, LOG_LEVEL: "warn", ...env });

/** A script of the package, as an operator runs it. */
export const npmRun = (name: string, args: string[], env: Record<string, string> = {}): Promise<Ran> =>
  new Promise((resolve) => {
    execFile("npm", ["run", "--silent", name, "--", ...args], { env: environment(env) }, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, out, error }),
    );
  });

/** `npm run move` as a process that can be killed; `kill` waits for its end. */
export function startMove(args: string[]): { kill: () => Promise<void>; ended: Promise<void> } {
  const child = killOnExit(
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
