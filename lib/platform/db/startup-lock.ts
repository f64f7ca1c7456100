import pg from "pg";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { rowsOver } from "./rows";

const TakenRow = z.strictObject({ taken: z.boolean() });
/** The number of our advisory lock; the one of Prisma's own tools is another. */
const turn = 7_266_020_261;

/** As `withStartupLockAt`, on the database of this process. An embedded database has one process, and needs no lock. */
export async function withStartupLock<T>(work: () => Promise<T>): Promise<T> {
  const { DATABASE_URL } = env();
  return DATABASE_URL ? withStartupLockAt(DATABASE_URL, work) : work();
}

/**
 * Runs `work` while no other instance on this database does: of several that start at once, each finds done what the one
 * before did. The lock belongs to the connection that `work` is given, and ends with it: a killed instance holds up nobody,
 * and what it had begun on this connection is undone before the next one gets the lock.
 */
export async function withStartupLockAt<T>(url: string, work: (connection: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: "beside-start" });
  // Losing the connection ends the lock. The statement under way is told, and so is `work` on other connections of its own.
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
    return await work(client);
  } finally {
    await client.end();
  }
}
