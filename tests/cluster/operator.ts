import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Running } from "../support/server";
import { killOnExit } from "../support/server";

type Waiting = { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void };
type Result = { id: number; result?: Record<string, unknown>; error?: string };

/** Starts a separate process that runs the operator's commands with the cluster's environment. */
export function startOperator(env: Record<string, string>): { operate: Running["operate"]; stop: () => void } {
  const child = killOnExit(
    spawn(process.execPath, ["--import", "tsx", "tests/cluster/operate.ts"], {
      env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", ...env },
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
  const waiting = new Map<number, Waiting>();
  let count = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, result, error } = JSON.parse(line) as Result;
    if (result) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.once("exit", (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The operator's process ended with ${code}.`));
  });
  return {
    operate: (command, input) =>
      new Promise((resolve, reject) => {
        count += 1;
        waiting.set(count, { resolve, reject });
        child.stdin.write(`${JSON.stringify({ id: count, command, input })}\n`);
      }),
    stop: () => child.stdin.end(),
  };
}
