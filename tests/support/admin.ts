import { execFile } from "node:child_process";
import { expect } from "./expect";
import { shortLivedFlags } from "./server";

type Ran = { code: number; out: string; error: string };

/** Runs the command line with these variables. */
export const adminWith = (variables: Record<string, string>, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = { ...process.env, LOG_LEVEL: "warn", ...variables };
    execFile(process.execPath, [...shortLivedFlags, "--import", "tsx", "lib/ops/cli.ts", ...args], { env }, (failed, out, error) =>
      resolve({ code: failed ? Number(failed.code) : 0, out, error }),
    );
  });

/** The same as an operator does, on a folder. */
export const admin = (dataDir: string, ...args: string[]): Promise<Ran> => adminWith({ DATA_DIR: dataDir }, ...args);

export async function adminJson(dataDir: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, error } = await admin(dataDir, ...args, "--json");
  expect(code, error).toBe(0);
  expect(out.trim().split("\n"), out).toHaveLength(1);
  return JSON.parse(out) as Record<string, unknown>;
}
