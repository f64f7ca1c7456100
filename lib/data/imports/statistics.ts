import { z } from "zod";
import { db } from "@/lib/platform/db";
import { isDistributed } from "@/lib/platform/db/citus";
import { rows, run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

/** The contacts from which on the database looks at them often enough by itself. */
const enough = 20_000;

/** Whether a table that had so many new rows has several times as many now. */
export const grewOver = (before: number, more: number): boolean => [1, 100, 2_000].some((size) => before < size && before + more >= size);

const SizeRow = z.strictObject({ contacts: z.number() });
const sizeStatement = statement({ row: SizeRow, scope: "everywhere" })`
select reltuples::float8 as contacts from pg_class where oid = 'contact'::regclass`;
const analyzeStatement = statement({ scope: "everywhere" })`analyze contact, contact_import_line`;

/**
 * Lets the database look at tables that grow from nothing in seconds. The plans that it made of empty tables, those of foreign keys too, read all rows
 * of a workspace for each new one. PostgreSQL looks a minute later, the embedded database never.
 */
export async function lookAtSizes(): Promise<void> {
  if (isDistributed()) return;
  const [{ contacts } = { contacts: enough }] = await rows(db(), sizeStatement)();
  if (contacts < enough) await run(db(), analyzeStatement)();
}
