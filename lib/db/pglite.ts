import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";

/**
 * PostgreSQL in this process, its files under `folder` (in memory without one).
 * PGlite starts it with `-F`, which would lose answered writes in a power cut. Without it, and with a log that is opened
 * for synchronous writing, a commit is on the disk when it is answered.
 */
export async function openEmbedded(folder?: string): Promise<PGlite> {
  const startParams = [
    ...PGlite.defaultStartParams.filter((param) => param !== "-F"),
    "-c",
    "wal_sync_method=open_datasync",
    "-c",
    "timezone=UTC",
  ];
  if (!folder) return PGlite.create({ startParams });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return PGlite.create({ dataDir: join(folder, "pg"), startParams });
}
