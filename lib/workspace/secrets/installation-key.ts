import { db } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { lockRow } from "@/lib/platform/db/lock-row";
import { isKeyOf, newKeyCheck } from "@/lib/platform/encryption";

/**
 * Stops the start when SECRET_KEY cannot decrypt the stored secrets, instead of failing at the first press.
 * @throws Error with a message for the operator
 */
export async function checkInstallationKey(): Promise<void> {
  const create = { id: 1, keyCheck: newKeyCheck() };
  // When several instances start on an empty database, one inserts the row; the others find it on retry.
  await withRetry(() => db().installation.upsert({ where: { id: 1 }, create, update: {} }));
  // The lock waits for a key change in progress, which checked for running instances before this one started.
  // On a distributed database instances that start at once may lock the row on different nodes first.
  await withRetry(() => lockRow(db(), "installation", 1, "share"));
  const row = await db().installation.findUnique({ where: { id: 1 }, select: { keyCheck: true } });
  if (row && isKeyOf(row.keyCheck)) return;
  throw new Error("SECRET_KEY is not the key that encrypted the secrets in this database. Start with the one that was used before.");
}
