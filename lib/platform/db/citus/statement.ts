/** The product's tables: those whose rows are spread by workspace, and those that every node has whole. */
export type Tables = { distributed: ReadonlySet<string>; everywhere: ReadonlySet<string> };

/** How a statement is run on a distributed database. */
export type Plan =
  /** As it is, by Citus: it names no table that is spread by workspace. */
  | { by: "citus"; text: string; lock?: RowLock }
  /** On the shard of the workspace that is its parameter number `at`, from 0. */
  | { by: "workspace"; at: number; statement: ShardStatement }
  /** Its first parameter is a JSON list, whose items each name their workspace: on the shards of those. */
  | { by: "list"; statement: ShardStatement }
  /** On every shard; on one after the other until there is a row, if it takes the `first` of all workspaces. */
  | { by: "shard"; first: boolean; statement: ShardStatement };

/**
 * A row that every node has is locked by a lock of its name on the node that `DATABASE_URL` names. Citus would lock the table for all
 * workspaces in two steps, between which any two transactions wait for each other. `at` is the number of the parameter that is its id,
 * from 0; the table has a single row without one.
 */
export type RowLock = { table: string; at: number | undefined; isShared: boolean };

export type ShardStatement = { text: string; writes: boolean };

/** What a statement says of itself where it compares no workspace: it concerns the rows of all of them, on each shard. */
export const allWorkspaces = "/* all workspaces */";
/** The same, when its caller wants one row, or those of one shard. */
export const firstOfAll = "/* the first of all workspaces */";

const workspaceParameter = /\bworkspace_id\s*=\s*\$(\d+)/i;
/** Where a statement that compares no workspace has it: it inserts rows, and its first parameter is their workspace. */
const firstParameter = /\$1::uuid/;
/** What a node does for a workspace without naming a table: its locks, beside those that triggers take. */
const workspaceLocks = /\brefresh_problem\w*\(\$1::uuid|advisory_xact_lock[\s\S]*\$1::uuid/;
const list = /jsonb_(?:array_elements|to_recordset)\(\s*\$1\b/i;
const writes =
  /\b(insert into|update|delete from|merge into|for (?:no key |key )?share|lock|set_config|nextval|refresh_problem|problem_lock)\b/i;
const lockingRow =
  /^(\s*select\s[^()]*?\bfrom\s+(\w+)\s+where\s+(?:workspace_id = \$\d+::uuid and )?id = (?:\$(\d+)(?:::uuid)?|1))\s+for\s+(update|no key update|share|key share)\s*$/i;
const notAnAlias = new Set(
  "as on where set join left right inner cross full natural using values select order group limit offset for returning union except having window default overriding and or is not lateral tablesample when do".split(
    " ",
  ),
);

export function planOf(text: string, tables: Tables): Plan {
  const { text: onShard, names } = withMarkers(text, tables);
  if (!workspaceLocks.test(text) && !names.some((name) => tables.distributed.has(name))) return forCitus(text);
  const statement = { text: onShard, writes: writes.test(text) || workspaceLocks.test(text) };
  const elsewhere = [...onShard.matchAll(/\b(?:insert into|update|delete from) @(\w+)@/gi)].find(([, name = ""]) =>
    tables.everywhere.has(name),
  );
  if (elsewhere) throw new Error(`A statement writes rows of a workspace together with ${elsewhere[1]}, which every node has: ${text}`);
  const isFirst = text.includes(firstOfAll);
  if (isFirst || text.includes(allWorkspaces)) return { by: "shard", first: isFirst, statement };
  const number = workspaceParameter.exec(text)?.[1] ?? (firstParameter.test(text) ? "1" : undefined);
  if (number) return { by: "workspace", at: Number(number) - 1, statement };
  if (list.test(text)) return { by: "list", statement };
  throw new Error(`A statement says neither whose rows it concerns nor that it concerns those of all workspaces: ${text}`);
}

/** Citus refuses a function that gives another value at each call in an UPDATE; the time when the statement began does as well. */
function forCitus(text: string): Plan {
  const [, bare, table, number, mode] = lockingRow.exec(text) ?? [];
  const plan = { by: "citus" as const, text: (bare ?? text).replaceAll("clock_timestamp()", "statement_timestamp()") };
  if (!table || !mode) return plan;
  return { ...plan, lock: { table, at: number === undefined ? undefined : Number(number) - 1, isShared: /share/i.test(mode) } };
}

/**
 * The statement with a mark in place of each table, which the node replaces by its shard, and the table's name as alias where the
 * statement gives it none. A `with` query may have the name of a table.
 */
function withMarkers(text: string, { distributed, everywhere }: Tables): { text: string; names: string[] } {
  const own = new Set(
    [...text.matchAll(/\b([a-z_]+)(?:\s*\([^()]*\))?\s+as\s+(?:not\s+)?(?:materialized\s*)?\(/gi)].map(([, name]) => name),
  );
  const names: string[] = [];
  const marked = text.replace(
    /(\bdistinct\s+)?\b(from|join|into|update|using)(\s+)"?([a-z_]+)"?(?=([\s(,);]|$)\s*([a-z_]*))/gi,
    (whole, distinct: string | undefined, word: string, space: string, name: string, sign: string, next: string) => {
      if (distinct || own.has(name) || !(distributed.has(name) || everywhere.has(name))) return whole;
      names.push(name);
      const hasAlias = /\s/.test(sign) && next !== "" && (next.toLowerCase() === "as" || !notAnAlias.has(next.toLowerCase()));
      return `${word}${space}@${name}@${hasAlias ? "" : ` as ${name}`}`;
    },
  );
  return { text: marked, names };
}

/** A statement that writes, with a row for each that it wrote. What is in parentheses, such as a `with` query, is not its verb. */
export function withRows(text: string): string {
  let bare = text.replaceAll(/--[^\n]*/g, "");
  for (let previous = ""; previous !== bare; ) {
    previous = bare;
    bare = bare.replaceAll(/\([^()]*\)/g, " ");
  }
  const verb = /\b(select|insert|update|delete)\b/i.exec(bare)?.[1]?.toLowerCase();
  return verb === "select" || /\breturning\b/i.test(bare) ? text : `${text} returning 1 as one`;
}
