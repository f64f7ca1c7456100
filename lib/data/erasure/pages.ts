import { z } from "zod";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { singleton } from "@/lib/platform/runtime";
import type { Table } from "./inventory";

/** A column of a primary key, besides the workspace. */
type Key = { name: string; type: string };

declare module "@/lib/platform/runtime" {
  interface Runtime {
    primaryKeys: Map<Table, Key[]>;
  }
}

const known = () => singleton("primaryKeys", () => new Map());

const KeyRow = z.strictObject({ name: z.string(), type: z.string() });

/** `$1` a table. */
const keysStatement = statement({ row: KeyRow, scope: "everywhere" })`
select a.attname::text as name, format_type(a.atttypid, null) as type
from pg_index i cross join unnest(i.indkey) with ordinality as k(attnum, o)
join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
where i.indrelid = $1::text::regclass and i.indisprimary and a.attname <> 'workspace_id' order by k.o`;

async function keysOf(on: Runner, table: Table): Promise<Key[]> {
  const found = known().get(table) ?? (await rows(on, keysStatement)(table));
  known().set(table, found);
  return found;
}

const listed = (keys: readonly Key[], of: string): string => keys.map(({ name }) => `${of}.${name}`).join(", ");

/** The rows of the workspace `$1` behind the keys `$2`, in the order of the primary key: the next batch reads no removed rows again. */
function page(table: Table, keys: readonly Key[], isFirst: boolean): string {
  const last = keys.map(({ name, type }) => `($2::jsonb->>'${name}')::${type}`).join(", ");
  const after = isFirst ? "" : `and (${listed(keys, "t")}) > (${last})`;
  return `from ${table} t where t.workspace_id = $1::uuid and $2::jsonb is ${isFirst ? "null" : "not null"} ${after} order by ${listed(keys, "t")}`;
}

const RemovedRow = z.strictObject({ count: z.int(), last: z.record(z.string(), z.unknown()).nullable() });
/** The keys of the last row of a batch. */
export type Last = Record<string, unknown> | null;

/** Removes a batch of a workspace's rows of one table: those behind `last`, or the first ones. */
export async function removeBatch(on: Runner, workspaceId: string, table: Table, { last, max }: { last: Last; max: number }) {
  const keys = await keysOf(on, table);
  const descending = keys.map(({ name }) => `${name} desc`).join(", ");
  const removal = statement({ row: RemovedRow, writes: true })`
with doomed as (select ${listed(keys, "t")} ${page(table, keys, last === null)} limit $3::int),
removed as (
  delete from ${table} d using doomed x
  where d.workspace_id = $1::uuid and ${keys.map(({ name }) => `d.${name} = x.${name}`).join(" and ")} returning 1
)
select count(*)::int as count, (select to_jsonb(l) from (select * from doomed order by ${descending} limit 1) l) as last from removed`;
  const [removed] = await rows(on, removal)(workspaceId, last && JSON.stringify(last), max);
  return removed ?? { count: 0, last: null };
}

const ExportedRow = z.strictObject({ row: z.record(z.string(), z.unknown()), key: z.record(z.string(), z.unknown()) });

/** A page of a workspace's rows of one table as JSON, with the keys of each. */
export async function readPage(on: Runner, workspaceId: string, table: Table, { last, max }: { last: Last; max: number }) {
  const keys = await keysOf(on, table);
  const key = keys.map(({ name }) => `'${name}', t.${name}`).join(", ");
  const reading = statement({ row: ExportedRow })`
select to_jsonb(t) as row, jsonb_build_object(${key}) as key ${page(table, keys, last === null)} limit $3::int`;
  return rows(on, reading)(workspaceId, last && JSON.stringify(last), max);
}
