import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { connectionStringWith } from "./connection-string";
import { type Connection, rowsOver } from "./rows";

const LockRow = z.strictObject({ taken: z.boolean() });
/** The numbers of our advisory locks differ from that of Prisma's own tools. An instance of any version has this one while it starts. */
const lockNumber = 7_266_020_261;
/** The one that migrates has this one to the end, also while it gives up the other. */
const migratingNumber = 7_266_020_262;
const pollMs = 100;

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
  const client = new pg.Client({ connectionString: connectionStringWith(url), keepAlive: true, application_name: "beside-start" });
  // Losing the connection ends the lock. The running statement fails with the error; `work` on other connections gets its own.
  client.on("error", () => {});
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new Error(`The database at DATABASE_URL cannot be reached: ${error.message || error.code}`);
  });
  try {
    await acquire(client, lockNumber, () => log.info("another instance is starting on this database; waiting for it"));
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Waits until no other instance migrates. Returns whether it had to, and so gave up the start-up lock meanwhile: the database may be at
 * another migration then.
 */
export async function waitToMigrate(connection: Connection): Promise<boolean> {
  const [row] = await rowsOver(connection, LockRow)(tryStatement, migratingNumber);
  if (row?.taken) return false;
  log.info("another instance is migrating this database; waiting for it");
  await withoutStartupLock(connection, () => acquire(connection, migratingNumber));
  return true;
}

/** Runs `work` while instances of other versions may start, and takes the lock again. The database may be at another migration then. */
export async function withoutStartupLock<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  const [row] = await rowsOver(connection, LockRow)("select pg_advisory_unlock($1) as taken", lockNumber);
  const result = await work();
  if (row?.taken) await acquire(connection, lockNumber);
  return result;
}

const tryStatement = "select pg_try_advisory_lock($1) as taken";

/** It polls, because a statement that waits for a lock has a snapshot: an index that is built concurrently would wait for it, too. */
async function acquire(connection: Connection, number: number, onWait = () => {}): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const [row] = await rowsOver(connection, LockRow)(tryStatement, number);
    if (row?.taken) return;
    if (attempt === 1) onWait();
    await pause(pollMs);
  }
}
