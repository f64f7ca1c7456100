import { z } from "zod";
import { pool } from "@/lib/platform/db";
import { rowsOver } from "./rows";

const MineRow = z.strictObject({ mine: z.boolean() });

/**
 * Runs `work` on one instance at a time, under a lock that the database holds for a connection and lets go with it: whoever
 * is killed leaves none. False when another instance is at it.
 */
export async function alone(name: string, work: () => Promise<void>): Promise<boolean> {
  const connections = pool();
  if (!connections) {
    // The embedded database belongs to this process.
    await work();
    return true;
  }
  const connection = await connections.connect();
  // A connection that breaks while it only waits would end the process, if nobody heard of it.
  const ignore = () => undefined;
  connection.on("error", ignore);
  let isWell = false;
  try {
    const [row] = await rowsOver(connection, MineRow)("select pg_try_advisory_lock(hashtextextended($1, 0)) as mine", name);
    const isMine = row?.mine === true;
    if (isMine) {
      await work();
      await connection.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name]);
    }
    isWell = true;
    return isMine;
  } finally {
    connection.off("error", ignore);
    // A connection that may still hold the lock is closed, and the lock ends with it.
    connection.release(!isWell);
  }
}
