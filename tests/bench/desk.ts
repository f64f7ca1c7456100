import { execFileSync } from "node:child_process";
import { signIn } from "../support/fixtures";
import type { Running } from "../support/server";

export type Desk = { workspace: string; key: string; owner: { email: string; password: string }; cookie: string };

/** Creates workspaces with a key and a signed-in owner. */
export async function newDesks(server: Running, env: Record<string, string>, names: string[]): Promise<Desk[]> {
  const made = execFileSync(process.execPath, ["--import", "tsx", "tests/bench/make-desks.ts", ...names], {
    env: { ...process.env, ...env },
    encoding: "utf8",
  });
  const desks: Desk[] = [];
  for (const desk of JSON.parse(made) as Omit<Desk, "cookie">[]) {
    desks.push({ ...desk, cookie: (await signIn(server.url, desk.workspace, desk.owner)).cookie });
  }
  return desks;
}
