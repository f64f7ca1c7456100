import { channel } from "node:diagnostics_channel";
import { z } from "zod";
import { runtime } from "@/lib/platform/runtime";
import { type Call, type Direct, read, write } from "./citus/route";
import { revived } from "./citus/values";
import type { PrismaClient } from "./client/client";
import type { Scope, Statement } from "./statement";

/** Where statements run: the database, or a transaction on it. */
export type Runner = Pick<PrismaClient, "$queryRawUnsafe" | "$executeRawUnsafe">;
/** The same for statements with rows; `nodes` when it can also ask the nodes of a distributed database by itself. */
export type Queries = { $queryRawUnsafe: <T>(text: string, ...values: unknown[]) => Promise<T>; nodes?: Direct | undefined };

/** A finished statement. Only the tests subscribe to these. */
export type Finished = { statement: Statement; found: unknown[] };
export const finishedStatements = "beside.statements";
const finished = channel(finishedStatements);

/** A row of a statement that returns ids. */
export const IdRow = z.strictObject({ id: z.uuid() });

/** The declaration of a statement that stands where it is run: its workspace, or a scope without one. */
type Inline = ({ workspace: string } | { scope: Exclude<Scope, "workspace"> }) & { writes?: boolean };
type Declared<S extends z.ZodType | undefined> = Statement<S> | (Inline & { row?: S });

type Values<T> = (...values: unknown[]) => Promise<T>;
type Template<T> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<T>;

/**
 * Runs a statement with rows: `rows(tx, takeStatement)(…values)`, or as the tag of a template whose parts are values. The schema
 * gives the type; rows are not parsed here, because every call would pay for it: a test runs each statement and parses them.
 */
export function rows<S extends z.ZodType>(on: Queries, of: Statement<S>): Values<z.output<S>[]>;
export function rows<S extends z.ZodType>(on: Queries, of: Inline & { row: S }): Template<z.output<S>[]>;
export function rows<S extends z.ZodType>(on: Queries, of: Declared<S> & { row: S }) {
  return async (...given: unknown[]): Promise<z.output<S>[]> => {
    const call = callOf(of, given);
    const run = (text: string, values: unknown[]) => on.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
    // On a distributed database rows arrive as JSON.
    const found = runtime.distribution
      ? (await read(call, run, on.nodes)).map((one) => revived(of.row, one) as z.output<S>)
      : ((await run(call.statement.text, call.values)) as z.output<S>[]);
    if (finished.hasSubscribers) publish(call, found);
    return found;
  };
}

/** Runs a statement for its effect; returns how many rows it wrote. */
export function run(on: Runner, of: Statement<undefined>): Values<number>;
export function run(on: Runner, of: Inline): Template<number>;
export function run(on: Runner, of: Declared<undefined>) {
  return async (...given: unknown[]): Promise<number> => {
    const call = callOf(of, given);
    const execute = (text: string, values: unknown[]) => on.$executeRawUnsafe(text, ...values);
    const look = (text: string, values: unknown[]) => on.$queryRawUnsafe<Record<string, unknown>[]>(text, ...values);
    const count = runtime.distribution ? await write(call, execute, look) : await execute(call.statement.text, call.values);
    if (finished.hasSubscribers) publish(call, []);
    return count;
  };
}

function callOf(of: Declared<z.ZodType | undefined>, given: unknown[]): Call {
  if ("text" in of) return { statement: of, values: given, workspace: String(given[0]) };
  const [parts, ...values] = given as [TemplateStringsArray, ...unknown[]];
  const text = parts.reduce((all, part, number) => `${all}$${number}${part}`);
  const scope = "workspace" in of ? "workspace" : of.scope;
  const statement: Statement = { text, row: of.row, scope, writes: of.writes ?? !of.row };
  return { statement, values, workspace: "workspace" in of ? of.workspace : "" };
}

const publish = ({ statement }: Call, found: unknown[]) => finished.publish({ statement, found } satisfies Finished);

export type Connection = { query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }> };

/** The rows of a text on a connection of its own, such as one that holds a lock: on a distributed database, as it is. */
export function rowsOver<S extends z.ZodType>(connection: Connection, row: S) {
  return async (text: string, ...values: unknown[]): Promise<z.output<S>[]> => {
    const found = (await connection.query(text, values)).rows as z.output<S>[];
    if (finished.hasSubscribers)
      finished.publish({ statement: { text, row, scope: "everywhere", writes: false }, found } satisfies Finished);
    return found;
  };
}
