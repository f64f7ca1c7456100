import pg from "pg";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { rowsOver } from "./rows";

const LockRow = z.strictObject({ taken: z.boolean() });
/** The number of our advisory lock, which differs from that of Prisma's own tools. */
const lockNumber = 7_266_020_261;

/** As `withStartupLockAt`, on the database of this process. An embedded database has one process, and needs no lock. */
export async function withStartupLock<T>(work: () => Promise<T>): Promise<T> {
  const { DATABASE_URL } = env();
  return DATABASE_URL ? withStartupLockAt(DATABASE_URL, work) : work();
}

/**
 * Runs `work` while no other instance on this database does: when several start at once, each sees what the previous one did.
 * The lock belongs to the connection that `work` gets, and ends with it: a killed instance blocks nobody, and its unfinished
 * transaction on this connection is rolled back before the next one gets the lock.
 */
export async function withStartupLockAt<T>(url: string, work: (connection: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, application_name: "beside-start" });
  // Losing the connection ends the lock. The running statement fails with the error; `work` on other connections gets its own.
  client.on("error", () => {});
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The database at DATABASE_URL cannot be reached: ${error.message || error.code}`);
  });
  try {
    const [row] = await rowsOver(client, LockRow)("select pg_try_advisory_lock($1) as taken", lockNumber);
    if (!row?.taken) {
      log.info("another instance is starting on this database; waiting for it");
      await client.query("select pg_advisory_lock($1)", [lockNumber]);
    }
    return await work(client);
  } finally {
    await client.end();
  }
}
