import { z } from "zod";
import { statementsOf } from "@/lib/platform/db/citus/split";
import { sqlState } from "@/lib/platform/db/errors";
import { type Connection, rowsOver } from "@/lib/platform/db/rows";
import { withoutStartupLock } from "@/lib/platform/db/startup-lock";
import { log } from "@/lib/platform/log";
import { isContended, type Waiting } from "./waiting";

/** An index of a smaller table is built in a moment, while calls wait for it. */
const largeBytes = 16 * 1_048_576;
const betweenLinesMs = 60_000;

/** The name and the text of a migration. */
type Script = { name: string; sql: string };
type Index = { name: string; table: string; build: string };

const beginning = /^create (unique )?index if not exists "?(\w+)"? on (?:only )?"?(\w+)"?/i;

/** The indexes that a script takes over where they are there already: `create index if not exists`. */
export const indexesOf = (script: string): Index[] => statementsOf(script).flatMap((statement) => indexOf(statement) ?? []);

function indexOf(statement: string): Index | undefined {
  const [found, unique = "", name, table] = beginning.exec(statement) ?? [];
  if (!found || !name || !table) return undefined;
  return { name, table, build: `create ${unique}index concurrently "${name}" on "${table}"${statement.slice(found.length)}` };
}

const NameRow = z.strictObject({ name: z.string() });

const builtStatement = `
select c.relname::text as name from pg_class c join pg_index x on x.indexrelid = c.oid
where x.indisvalid and c.relname = any($1::text[]) and c.relnamespace = current_schema()::regnamespace`;

/** The statements of a script, without those of indexes that are built: they would lock their tables, and do nothing else. */
export async function statementsLeft(connection: Connection, script: string): Promise<string[]> {
  const names = indexesOf(script).map(({ name }) => name);
  const built = new Set((await rowsOver(connection, NameRow)(builtStatement, names)).map(({ name }) => name));
  return statementsOf(script).filter((statement) => !built.has(indexOf(statement)?.name ?? ""));
}

/** The tables that may have millions of rows. */
const large = ["event", "chat_item", "contact", "person", "chat"];
const plain = new RegExp(`^create (unique )?index (?=("\\w+") on "(?:${large.join("|")})"\\()`, "gim");

/** A new script, with the indexes of large tables written so that they are built before it. */
export const asTakenOver = (script: string): string => script.replaceAll(plain, "CREATE $1INDEX IF NOT EXISTS ");

const StateRow = z.strictObject({ isValid: z.boolean().nullable(), bytes: z.number().nullable() });

const stateStatement = `
select (select x.indisvalid from pg_index x where x.indexrelid = to_regclass($1)) as "isValid",
  pg_relation_size(to_regclass($2))::float8 as bytes`;

/** A column, a function, a table or a type that the migration itself adds. */
const isNotThereYet = (error: unknown) => ["42703", "42883", "42P01", "42704"].includes(sqlState(error));

type Options = { waiting: Waiting; isDistributed: boolean; left: Set<string> };

/**
 * Builds the next index that a migration would otherwise build while calls wait: beside them, and outside of a transaction. A build that
 * was killed leaves an index that is not valid; it is dropped, and built again. Returns false when there is nothing to do. After true
 * the database may be at another migration, because the start-up lock was free meanwhile. `left` are those that the migration builds itself.
 */
export async function prepareIndex(connection: Connection, { name: migration, sql }: Script, options: Options): Promise<boolean> {
  for (const index of indexesOf(sql)) {
    if (options.left.has(index.name)) continue;
    const [state] = await rowsOver(connection, StateRow)(stateStatement, index.name, index.table);
    if (!state || state.bytes === null || state.isValid) continue;
    // The rows of a distributed table are on its nodes.
    const isLarge = options.isDistributed || state.bytes >= largeBytes;
    if (state.isValid === null && !isLarge) continue;
    const problem = await withoutStartupLock(connection, () => buildOrDrop(connection, index, state.isValid === false, options.waiting));
    if (problem && isNotThereYet(problem)) options.left.add(index.name);
    else if (problem && !(await options.waiting.pause(connection, migration, undefined))) throw explained(index, problem);
    return true;
  }
  return false;
}

const explained = ({ name }: Index, error: unknown) =>
  new Error(`The index ${name} could not be built: ${error instanceof Error ? error.message : String(error)}`, { cause: error });

/** Returns an error after which something else is to be tried. */
async function buildOrDrop(connection: Connection, index: Index, isBroken: boolean, { leftMs }: Waiting): Promise<unknown> {
  const run = (text: string) => connection.query(text, []);
  const { name, table } = index;
  const begun = performance.now();
  const say = setInterval(() => {
    log.info(
      { index: name, table, minutes: Math.round((performance.now() - begun) / 60_000) },
      "an index is still being built; running instances go on, and older transactions, such as a backup, have to end first",
    );
  }, betweenLinesMs);
  try {
    await run(`set statement_timeout = ${Math.max(1, leftMs)}`);
    if (isBroken) await dropBroken(connection, index);
    else {
      log.info({ index: name, table }, "an index is built before the migration that needs it; running instances go on");
      await run(index.build);
      log.info({ index: name, table, seconds: Math.round((performance.now() - begun) / 1000) }, "the index is built");
    }
    return undefined;
  } catch (error) {
    if (isContended(error) || isNotThereYet(error)) return error;
    throw explained(index, error);
  } finally {
    clearInterval(say);
    await run("reset statement_timeout").catch(() => {});
  }
}

/** One that is being built right now, by an operator or for a process that was killed, is not valid yet, and stays. */
async function dropBroken(connection: Connection, { name, table }: Index): Promise<void> {
  const run = (text: string) => connection.query(text, []);
  await run("begin");
  try {
    await run(`lock table "${table}" in share update exclusive mode`);
  } finally {
    await run("rollback");
  }
  const [state] = await rowsOver(connection, StateRow)(stateStatement, name, table);
  if (state?.isValid !== false) return;
  log.info({ index: name, table }, "an index whose building was interrupted is dropped, to be built again");
  await run(`drop index concurrently if exists "${name}"`);
}
