import { execFileSync } from "node:child_process";
import { signIn } from "../fixtures";
import type { Running } from "../server";

export type Desk = { workspace: string; key: string; owner: { email: string; password: string }; cookie: string };

const admin = (env: Record<string, string>, ...words: string[]): Record<string, unknown> =>
  JSON.parse(
    execFileSync(process.execPath, ["--import", "tsx", "lib/operator/main.ts", ...words, "--json"], {
      env: { ...process.env, ...env },
      encoding: "utf8",
    }),
  );

/** A workspace with an owner who is signed in, and a key. */
export async function newDesk(server: Running, env: Record<string, string>, name: string): Promise<Desk> {
  const workspace = `${name}-${Date.now().toString(36)}`;
  const owner = { email: `${workspace}@example.com`, password: "a password for the bench" };
  admin(env, "create-workspace", "--name", workspace, "--slug", workspace, "--email", owner.email, "--password", owner.password);
  const { key } = admin(env, "create-key", "--workspace", workspace);
  const session = await signIn(server.url, workspace, owner);
  return { workspace, key: String(key), owner, cookie: session.cookie };
}
