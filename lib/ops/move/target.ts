import pg from "pg";
import { AppError } from "@/lib/kernel/errors";
import { connectionStringWith } from "@/lib/platform/db/connection-string";
import { type Query, textSettings } from "./tables";

/** The contents of the target before anything is written. */
export type Found = "nothing" | "tables without rows" | "this installation" | "another installation" | "something else";

/** An address for messages: without its password. */
export function displayUrl(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}${port ? `:${port}` : ""}${pathname}`;
}

/** A connection of its own for `work`. @throws when there is no database to reach, or not one in UTF-8 */
export async function withConnection<T>(url: string, work: (ask: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: connectionStringWith(url), keepAlive: true, application_name: "beside-move" });
  // The running statement fails with the same error, which is handled there.
  client.on("error", () => {});
  await client.connect().catch((error: NodeJS.ErrnoException) => {
    throw new AppError("unavailable", `The database ${displayUrl(url)} cannot be reached: ${error.message || error.code}`);
  });
  try {
    const ask: Query = async <Row>(sql: string, values?: unknown[]) => (await client.query(sql, values)).rows as Row[];
    const [encoding] = await ask<{ server_encoding: string }>("show server_encoding");
    if (encoding?.server_encoding !== "UTF8") {
      throw new AppError(
        "conflict",
        `The database ${displayUrl(url)} is not in UTF-8. Make one with: createdb --encoding=UTF8 --template=template0 …`,
      );
    }
    // A role may have time limits, which suit calls but not a move.
    for (const limit of ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"]) await ask(`set ${limit} = 0`);
    for (const setting of textSettings) await ask(`set ${setting}`);
    return await work(ask);
  } finally {
    await client.end();
  }
}

/** Installations are distinguished by their key check, which differs even under the same key. */
export async function inspectTarget(ask: Query, keyCheck: string): Promise<Found> {
  const tables = await ask<{ name: string }>("select tablename::text as name from pg_tables where schemaname = 'public'");
  if (tables.length === 0) return "nothing";
  const names = new Set(tables.map(({ name }) => name));
  if (!["_prisma_migrations", "installation", "workspace", "chat_item"].every((name) => names.has(name))) return "something else";
  const [installed] = await ask<{ key_check: string }>("select key_check from installation where id = 1");
  if (installed) return installed.key_check === keyCheck ? "this installation" : "another installation";
  const [other] = await ask<{ found: boolean }>("select exists (select from workspace) or exists (select from account) as found");
  return other?.found ? "another installation" : "tables without rows";
}

export async function inTransaction<T>(ask: Query, work: () => Promise<T>): Promise<T> {
  await ask("begin");
  try {
    const result = await work();
    await ask("commit");
    return result;
  } catch (error) {
    // The connection may be gone, and the transaction with it.
    await ask("rollback").catch(() => {});
    throw error;
  }
}
