import { channel } from "node:diagnostics_channel";
import { z } from "zod";
import type { PrismaClient } from "@/lib/db/client/client";

/** Where raw statements run: the database, or a transaction on it. */
export type Queries = Pick<PrismaClient, "$queryRaw" | "$queryRawUnsafe">;

/** What is told of an answer to whoever listens, which is nobody but the tests. */
export type Answered = { text: string; row: z.ZodType; found: unknown[] };
export const answeredName = "beside.rows";
const answered = channel(answeredName);

/** The row of a statement that returns ids. */
export const IdRow = z.strictObject({ id: z.uuid() });

/**
 * Asks for rows whose shape is written down: `rows(tx, IdRow)(statement, …values)`, or with a template behind it. The shape is
 * not looked at here, where it would cost every call: a test runs each statement and checks what it answers.
 */
export function rows<S extends z.ZodType>(on: Queries, row: S) {
  return async (text: string | TemplateStringsArray, ...values: unknown[]): Promise<z.output<S>[]> => {
    const isText = typeof text === "string";
    const found = await (isText ? on.$queryRawUnsafe<z.output<S>[]>(text, ...values) : on.$queryRaw<z.output<S>[]>(text, ...values));
    tell(isText ? text : text.join("…"), row, found);
    return found;
  };
}

type Connection = { query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }> };

/** The same over a connection that is not Prisma's, such as one that holds a lock. */
export function rowsOver<S extends z.ZodType>(connection: Connection, row: S) {
  return async (text: string, ...values: unknown[]): Promise<z.output<S>[]> => {
    const { rows: found } = await connection.query(text, values);
    tell(text, row, found);
    return found as z.output<S>[];
  };
}

function tell(text: string, row: z.ZodType, found: unknown[]): void {
  if (answered.hasSubscribers) answered.publish({ text, row, found } satisfies Answered);
}
