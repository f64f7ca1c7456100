import { existsSync } from "node:fs";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { holderOf, lock } from "@/lib/db/lock";
import { inEmbedded, migrate } from "@/lib/db/migrate";
import { openEmbedded } from "@/lib/db/pglite";
import { AppError } from "@/lib/errors";
import { type Ask, spelling } from "./tables";

/**
 * Opens a data folder for this process alone, at the newest migration, and lets `work` read it in one transaction.
 * @throws what to do first, when there is nothing in it or Beside runs on it
 */
export async function reading<T>(folder: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  if (!existsSync(join(folder, "pg", "PG_VERSION"))) {
    throw new AppError("not_found", `There is no data of Beside in ${folder}. Name the folder that it ran on with --from.`);
  }
  const holder = holderOf(folder);
  if (holder) {
    throw new AppError(
      "conflict",
      `Beside is running on ${folder} (process ${holder.pid}, port ${holder.port}). Stop it first: what it is told while its data is moved would be left behind.`,
    );
  }
  await lock(folder, { port: 0, url: "" });
  const embedded = await openEmbedded(folder);
  try {
    await migrate(inEmbedded(embedded));
    return await inTransaction(embedded, work);
  } finally {
    await embedded.close();
  }
}

const inTransaction = <T>(embedded: PGlite, work: (ask: Ask) => Promise<T>): Promise<T> =>
  embedded.transaction(async (tx) => {
    const ask: Ask = async <Row>(sql: string, values?: unknown[]) => (await tx.query<Row>(sql, values)).rows;
    for (const setting of spelling) await ask(`set local ${setting}`);
    return work(ask);
  });
