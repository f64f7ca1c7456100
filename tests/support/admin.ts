import { execFile } from "node:child_process";
import { expect } from "./expect";
import { shortLivedFlags } from "./server";

type Ran = { code: number; out: string; error: string };

/** Runs the command line as an operator does, on a folder. */
export const admin = (dataDir: string, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: "warn" };
    execFile(process.execPath, [...shortLivedFlags, "--import", "tsx", "lib/ops/cli.ts", ...args], { env }, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, out, error }),
    );
  });

export async function adminJson(dataDir: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, error } = await admin(dataDir, ...args, "--json");
  expect(code, error).toBe(0);
  expect(out.trim().split("\n"), out).toHaveLength(1);
  return JSON.parse(out) as Record<string, unknown>;
}
