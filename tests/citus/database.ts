import { spawnSync } from "node:child_process";
import { migrate } from "@/lib/platform/db/migrate";
import { withStartupLockAt } from "@/lib/platform/db/startup-lock";
import { type Nodes, startNodes } from "./nodes";

/** Runs the command on the database; returns what it printed. */
export function distribute(url: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", "lib/ops/distribute/main.ts"], {
    env: { ...process.env, DATABASE_URL: url },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return stdout;
}

/** Three nodes with a migrated database that is distributed over them. */
export async function startDistributed(ports: number[] = []): Promise<Nodes> {
  const nodes = await startNodes(ports);
  await withStartupLockAt(nodes.url, (connection) => migrate(connection));
  distribute(nodes.url);
  return nodes;
}
