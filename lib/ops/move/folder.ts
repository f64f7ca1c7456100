import { existsSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "@/lib/kernel/errors";
import { Embedded } from "@/lib/platform/db/embedded";
import { holderOf, lock } from "@/lib/platform/db/folder-lock";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { type Query, textSettings } from "./tables";

/**
 * Opens a data folder exclusively, at the newest migration, and lets `work` read it in one transaction.
 * @throws AppError with what to do first, when the folder is empty or Beside runs on it
 */
export async function withFolder<T>(folder: string, work: (ask: Query) => Promise<T>): Promise<T> {
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
  const embedded = await Embedded.open(folder);
  try {
    await migrateEmbedded(embedded);
    return await inTransaction(embedded, work);
  } finally {
    await embedded.close();
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
