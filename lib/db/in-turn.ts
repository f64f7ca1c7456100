import pg from "pg";
import { z } from "zod";
import { rowsOver } from "@/lib/db/rows";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

const TakenRow = z.strictObject({ taken: z.boolean() });
/** The number of our advisory lock; Prisma's own for migrations is another. */
const turn = 7_266_020_261;

/**
 * Runs `work` while no other instance on this database does: of several that start at once, each finds done what the one
 * before did. The lock ends with its connection, so a killed instance holds up nobody. An embedded database has one process.
 */
export async function inTurn<T>(work: () => Promise<T>, url: string | undefined = env().DATABASE_URL): Promise<T> {
  if (!url) return work();
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: "beside-start" });
  // A connection that is lost meanwhile ends the turn; the work has connections of its own, and says what is wrong with them.
  client.on("error", () => {});
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The database at DATABASE_URL cannot be reached: ${error.message || error.code}`);
  });
  try {
    const [row] = await rowsOver(client, TakenRow)("select pg_try_advisory_lock($1) as taken", turn);
    if (!row?.taken) {
      log.info("another instance is starting on this database; waiting for it");
      await client.query("select pg_advisory_lock($1)", [turn]);
    }
    return await work();
  } finally {
    await client.end();
  }
}
