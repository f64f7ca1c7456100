import { statementsOf } from "@/lib/platform/db/citus/split";
import type { Embedded } from "@/lib/platform/db/embedded";
import { functionsFor } from "@/lib/platform/db/functions";

const definitionsStatement = `
select p.proname::text as name, pg_get_functiondef(p.oid) as definition from pg_proc p
where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

async function definitionsIn({ query }: Embedded): Promise<Map<string, string>> {
  const { rows } = await query<{ name: string; definition: string }>(definitionsStatement);
  return new Map(rows.map(({ name, definition }) => [name, withoutLayout(definition)]));
}

/** Comments and spaces change nothing. */
const withoutLayout = (definition: string): string =>
  definition
    .replace(/--[^\n]*/g, "")
    .replace(/\s+/g, " ")
    .replace(/(?<=\() | (?=\))/g, "");

const nameOf = (statement: string): string => /FUNCTION "(\w+)"/.exec(statement)?.[1] ?? "";

/**
 * Compares a migrated database with the functions of prisma/functions, and gives it those. Returns the statements of those that were missing or
 * different, which the next migration needs, and the names of functions that only the database has.
 */
export async function changedFunctions(embedded: Embedded, root = process.cwd()): Promise<{ changed: string[]; unknown: string[] }> {
  const statements = statementsOf(functionsFor("postgresql", root));
  const before = await definitionsIn(embedded);
  for (const statement of statements) await embedded.query(statement);
  const after = await definitionsIn(embedded);
  const names = new Set(statements.map(nameOf));
  return {
    changed: statements.filter((statement) => after.get(nameOf(statement)) !== before.get(nameOf(statement))),
    unknown: [...before.keys()].filter((name) => !names.has(name)),
  };
}
