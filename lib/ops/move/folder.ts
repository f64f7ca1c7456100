import { cpSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@/lib/kernel/errors";
import { Embedded } from "@/lib/platform/db/embedded";
import { holderOf, lock } from "@/lib/platform/db/folder-lock";
import { migrateEmbedded, missingMigrations } from "@/lib/platform/db/migrate";
import { type Query, textSettings } from "./tables";

/** What is read of a folder; `isOlder` when an earlier version wrote it. */
type Source = { ask: Query; isOlder: boolean };

/**
 * Opens a data folder exclusively, and lets `work` read it in one transaction, at the newest migration. The folder itself stays at its
 * version, so that the version that wrote it can go on with it: when migrations are missing, a copy of its database gets them.
 * @throws AppError with what to do first, when the folder is empty or Beside runs on it
 */
export async function withFolder<T>(folder: string, work: (source: Source) => Promise<T>): Promise<T> {
  if (!existsSync(join(folder, "pg", "PG_VERSION"))) {
    throw new AppError("not_found", `There is no data of Beside in ${folder}. Name the folder that it ran on with --from.`);
  }
  const holder = holderOf(folder);
  if (holder) {
    throw new AppError(
      "conflict",
      `Beside is running on ${folder} (process ${holder.pid}, port ${holder.port}). Stop it first: what is sent to it while its data is moved would be left behind.`,
    );
  }
  await lock(folder, { port: 0, url: "" });
  const copy = join(folder, "moving");
  const removeCopy = () => rmSync(copy, { recursive: true, force: true });
  // A killed move left it.
  removeCopy();
  const isOlder = await hasMissingMigrations(folder);
  try {
    if (isOlder) makeCopy(folder, copy);
    const embedded = await Embedded.open(isOlder ? copy : folder);
    try {
      if (isOlder) await migrateEmbedded(embedded);
      return await inTransaction(embedded, (ask) => work({ ask, isOlder }));
    } finally {
      await embedded.close();
    }
  } finally {
    removeCopy();
  }
}

async function hasMissingMigrations(folder: string): Promise<boolean> {
  const embedded = await Embedded.open(folder);
  try {
    return (await missingMigrations(embedded)).length > 0;
  } finally {
    await embedded.close();
  }
}

/** Copies the database, inside the folder: the one place that is known to be writable and large enough for its data. */
function makeCopy(folder: string, copy: string): void {
  try {
    cpSync(join(folder, "pg"), join(copy, "pg"), { recursive: true });
  } catch (error) {
    throw new AppError(
      "unavailable",
      `${folder} was written by an earlier version, and the copy of its database that gets this version's migrations could not be made: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The database has one session, so these statements are all in the one transaction. */
async function inTransaction<T>({ query }: Embedded, work: (ask: Query) => Promise<T>): Promise<T> {
  const ask: Query = async <Row>(sql: string, values?: unknown[]) => (await query<Row>(sql, values)).rows;
  await ask("begin");
  try {
    for (const setting of textSettings) await ask(`set local ${setting}`);
    return await work(ask);
  } finally {
    await ask("rollback");
  }
}
