import { AppError } from "@/lib/kernel/errors";
import { distributeAll } from "@/lib/ops/distribute";
import type { Query } from "@/lib/ops/move/tables";
import { withStartupLockAt } from "@/lib/platform/db/startup-lock";

// npm run distribute: spreads the tables of the database at DATABASE_URL over the nodes of Citus (docs/operations.md).
try {
  const { DATABASE_URL: url } = process.env;
  if (!url) throw new AppError("invalid_request", "Set DATABASE_URL to the coordinator of Citus.");
  await withStartupLockAt(url, async (connection) => {
    const ask: Query = async <Row>(sql: string, values?: unknown[]) => (await connection.query(sql, values)).rows as Row[];
    await distributeAll(ask, (line) => process.stdout.write(`${line}\n`));
  });
  process.stdout.write("The database is distributed. Start Beside with the same DATABASE_URL.\n");
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
