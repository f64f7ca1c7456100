import { z } from "zod";
import { pool } from "@/lib/platform/db";
import { rowsOver } from "./rows";

const MineRow = z.strictObject({ mine: z.boolean() });

/**
 * Runs `work` on one instance at a time, under an advisory lock that ends with its connection, so a killed instance leaves
 * none. Returns false when another instance holds it.
 */
export async function withSingleRunnerLock(name: string, work: () => Promise<void>): Promise<boolean> {
  const connections = pool();
  if (!connections) {
    // The embedded database belongs to this process.
    await work();
    return true;
  }
  const connection = await connections.connect();
  // Without a listener, an idle connection that breaks would end the process.
  const ignore = () => undefined;
  connection.on("error", ignore);
  let hasSucceeded = false;
  try {
    const [row] = await rowsOver(connection, MineRow)("select pg_try_advisory_lock(hashtextextended($1, 0)) as mine", name);
    const isMine = row?.mine === true;
    if (isMine) {
      await work();
      await connection.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name]);
    }
    hasSucceeded = true;
    return isMine;
  } finally {
    connection.off("error", ignore);
    // A connection that may still hold the lock is closed, and the lock ends with it.
    connection.release(!hasSucceeded);
  }
}
