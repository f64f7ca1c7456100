import { channel } from "node:diagnostics_channel";
import { z } from "zod";
import { runtime } from "@/lib/platform/runtime";
import { revived } from "./citus/values";
import type { PrismaClient } from "./client/client";

/** Where raw statements run: the database, or a transaction on it. */
export type Queries = Pick<PrismaClient, "$queryRaw" | "$queryRawUnsafe">;

/** A finished query. Only the tests subscribe to these. */
export type FinishedQuery = { text: string; row: z.ZodType; found: unknown[] };
export const finishedQueries = "beside.rows";
const finished = channel(finishedQueries);

/** A row of a statement that returns ids. */
export const IdRow = z.strictObject({ id: z.uuid() });

/**
 * Runs a raw query whose rows have a schema: `rows(tx, IdRow)(statement, …values)`, or as the tag of a template. The schema
 * gives the type; rows are not parsed here, because every call would pay for it: a test runs each statement and parses them.
 */
export function rows<S extends z.ZodType>(on: Queries, row: S) {
  return async (text: string | TemplateStringsArray, ...values: unknown[]): Promise<z.output<S>[]> => {
    const isText = typeof text === "string";
    const read = await (isText ? on.$queryRawUnsafe<z.output<S>[]>(text, ...values) : on.$queryRaw<z.output<S>[]>(text, ...values));
    const found = withTypes(row, read);
    publish(isText ? text : text.join("…"), row, found);
    return found;
  };
}

export type Connection = { query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }> };

/** `rows` without Prisma: on `rawClient`, or on a connection of its own, such as one that holds a lock. */
export function rowsOver<S extends z.ZodType>(connection: Connection, row: S) {
  return async (text: string, ...values: unknown[]): Promise<z.output<S>[]> => {
    const found = withTypes(row, (await connection.query(text, values)).rows as z.output<S>[]);
    publish(text, row, found);
    return found;
  };
}

/** On a distributed database rows arrive as JSON. */
const withTypes = <S extends z.ZodType>(row: S, found: z.output<S>[]): z.output<S>[] =>
  runtime.distribution ? found.map((one) => revived(row, one) as z.output<S>) : found;

function publish(text: string, row: z.ZodType, found: unknown[]): void {
  if (finished.hasSubscribers) finished.publish({ text, row, found } satisfies FinishedQuery);
}
