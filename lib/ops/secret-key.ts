import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { z } from "zod";
import * as push from "@/lib/desk/notifications/push";
import { AppError } from "@/lib/kernel/errors";
import { applicationName, db, open } from "@/lib/platform/db";
import { connectionStringWith } from "@/lib/platform/db/connection-string";
import { holderOf } from "@/lib/platform/db/folder-lock";
import { lockRow } from "@/lib/platform/db/lock-row";
import { type Queries, rows, rowsOver, run } from "@/lib/platform/db/rows";
import { isKeyOf, newKeyCheck } from "@/lib/platform/encryption";
import { env, storeSecretKey } from "@/lib/platform/env";
import * as webhooks from "@/lib/webhooks/secret";
import { commandLine } from "@/lib/workspace/audit/contract";
import * as idempotency from "@/lib/workspace/idempotency";
import * as integrations from "@/lib/workspace/integrations";
import * as secrets from "@/lib/workspace/secrets";

const KeyCheckRow = z.strictObject({ keyCheck: z.string() });
const FoundRow = z.strictObject({ found: z.boolean() });
const ownName = "beside-secret-key";
const maxMs = 10 * 60 * 1000;

/**
 * Re-encrypts everything, from SECRET_KEY to SECRET_KEY_NEXT, in one transaction. When that is already done, it only writes
 * the folder's own file, which a killed process may have left out.
 * @throws AppError with what to do first
 */
export async function rotateSecretKey(): Promise<Record<string, unknown>> {
  const { DATABASE_URL, DATA_DIR, SECRET_KEY: from, SECRET_KEY_NEXT } = env();
  if (!SECRET_KEY_NEXT) throw new AppError("invalid_request", "Set SECRET_KEY_NEXT to the new key; make one with: openssl rand -hex 32");
  const to = SECRET_KEY_NEXT;
  // The digits of a key may be written in capitals.
  if (to.toLowerCase() === from.toLowerCase()) {
    throw new AppError(
      "invalid_request",
      "SECRET_KEY_NEXT is the same key as SECRET_KEY, so nothing was changed. Set it to a new one; make one with: openssl rand -hex 32",
    );
  }
  await rejectWhileRunning(DATABASE_URL, resolve(DATA_DIR));
  await open();
  const reencrypted = await db().$transaction(
    async (tx) => {
      await run(tx, { scope: "everywhere" })`select set_config('application_name', ${ownName}, true)`;
      await lockRow(tx, "installation", 1);
      const [row] = await rows(tx, { row: KeyCheckRow, scope: "everywhere" })`
select key_check as "keyCheck" from installation where id = 1`;
      // Checked again, now that the row is locked: an instance connects before it reads the row. One that is not visible yet
      // waits for the lock, and then finds the new key.
      if (DATABASE_URL) await rejectIfStarted(tx);
      if (!row) throw new AppError("not_found", "Beside was never started on this database: there is nothing to seal anew.");
      if (isKeyOf(row.keyCheck, to)) return undefined;
      if (!isKeyOf(row.keyCheck, from))
        throw new AppError("conflict", "SECRET_KEY is not the key that encrypted the secrets in this database.");
      await tx.installation.update({ where: { id: 1 }, data: { keyCheck: newKeyCheck(to) } });
      return (
        (await secrets.reencrypt(tx, commandLine, { from, to })) +
        (await integrations.reencrypt(tx, { from, to })) +
        (await push.reencrypt(tx, { from, to })) +
        (await webhooks.reencrypt(tx, { from, to })) +
        (await idempotency.reencrypt(tx, { from, to }))
      );
    },
    { timeout: maxMs },
  );
  const isStored = !DATABASE_URL && !process.env["SECRET_KEY"];
  if (isStored) storeSecretKey(resolve(DATA_DIR), to);
  return {
    reencrypted: reencrypted ?? 0,
    state:
      reencrypted === undefined
        ? "the secrets were encrypted with SECRET_KEY_NEXT already"
        : "the secrets are encrypted with SECRET_KEY_NEXT",
    next: isStored
      ? `the new key is in ${resolve(DATA_DIR)}/secrets.json: start Beside, and make a new backup`
      : "set SECRET_KEY to the new key, take SECRET_KEY_NEXT away, and start Beside",
  };
}

const isRunning = () =>
  new AppError("conflict", "Beside is running on this database. Stop every instance first: they would go on sealing with the old key.");

async function rejectWhileRunning(url: string | undefined, folder: string): Promise<void> {
  if (url ? await isConnected(url) : holderOf(folder)) throw isRunning();
}

/** Checks that no instance has connected since the first check. Our own connection has another name. @throws conflict */
async function rejectIfStarted(tx: Queries): Promise<void> {
  const [seen] = await rows(tx, { row: FoundRow, scope: "everywhere" })`
    select exists (
      select from pg_stat_activity where datname = current_database() and application_name = ${applicationName}
    ) as found`;
  if (seen?.found) throw isRunning();
}

const closingMs = 2_000;

/** Whether an instance has connections; those of one that has just ended get a moment to close. */
async function isConnected(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: connectionStringWith(url) });
  await client.connect();
  try {
    for (const until = Date.now() + closingMs; ; await pause(200)) {
      const [seen] = await rowsOver(client, FoundRow)(
        "select exists (select from pg_stat_activity where datname = current_database() and application_name = $1) as found",
        applicationName,
      );
      if (!seen?.found) return false;
      if (Date.now() > until) return true;
    }
  } finally {
    await client.end();
  }
}
