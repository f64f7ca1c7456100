import { z } from "zod";
import { db } from "@/lib/platform/db";
import { settle } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { isKeyOf, newKeyCheck } from "@/lib/platform/encryption";

const KeyCheckRow = z.strictObject({ keyCheck: z.string() });

/** A key that did not seal the secrets in the database could not open them: better to stop than to fail at the first press. @throws a sentence for the operator */
export async function checkInstallationKey(): Promise<void> {
  const create = { id: 1, keyCheck: newKeyCheck() };
  // Of several instances on an empty database one writes the row; the others find it at the next try.
  await settle(() => db().installation.upsert({ where: { id: 1 }, create, update: {} }));
  // The lock waits for a change of the key that is under way, which looked for instances before this one was there.
  const [row] = await rows(db(), KeyCheckRow)`select key_check as "keyCheck" from installation where id = 1 for share`;
  if (row && isKeyOf(row.keyCheck)) return;
  throw new Error("SECRET_KEY is not the key that sealed the secrets in this database. Start with the one that was used before.");
}
