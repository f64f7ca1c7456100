import type { Client } from "pg";
import { edgeOf, partitions, type Rows, type Source, valuesOf } from "./partitions-sql";

/** A way to store a table: as the product does, or divided by a time. */
export type Shape = { name: string; source: Source; by: string | undefined };
export const table = "bench";
export const keys = "bench_keys";
export const partitionOf = (index: number): string => `${table}_${index}`;

const perFill = 1_000_000;

export const shapesOf = (source: Source): Shape[] => [
  { name: "one table", source, by: undefined },
  ...source.dividedBy.map((by) => ({ name: `${partitions} parts by ${by}`, source, by })),
];

/** What the other table holds: enough to refuse a key that was used with another request, and to find the row. */
const keyColumns = (shape: Shape) =>
  `${promised(shape)}, ${shape.source.table === "event" ? "request_hash, " : ""}id as row_id, ${shape.by} as row_at`;
const promised = ({ source }: Shape) => source.promise.columns.join(", ");

/** The product's columns, filled in the order of time, and its indexes afterwards: only that takes minutes rather than hours. */
export async function fill(client: Client, shape: Shape, rows: Rows): Promise<void> {
  await drop(client);
  const { source, by } = shape;
  const like = `like ${source.table} including defaults including storage including constraints`;
  await client.query(`create table ${table} (${like}) ${by ? `partition by range (${by})` : ""}`);
  if (by) await divide(client, shape, rows);
  for (let from = 1; from <= rows.count; from += perFill)
    await insert(client, shape, rows, [from, Math.min(rows.count, from + perFill - 1)]);
  await index(client, shape);
  await client.query("vacuum analyze");
  await client.query("checkpoint");
}

const drop = (client: Client) => client.query(`drop table if exists ${table}, ${keys}`);

/** The newest part goes on into the future. A partitioned table cannot promise that a key is there once: another table does. */
async function divide(client: Client, shape: Shape, { begin }: Rows): Promise<void> {
  for (let at = 0; at < partitions; at += 1) {
    const [from, to] = [
      at === 0 ? "minvalue" : `'${edgeOf(begin, at)}'`,
      at === partitions - 1 ? "maxvalue" : `'${edgeOf(begin, at + 1)}'`,
    ];
    await client.query(`create table ${partitionOf(at)} partition of ${table} for values from (${from}) to (${to})`);
  }
  await client.query(`create table ${keys} as select ${keyColumns(shape)} from ${shape.source.table} limit 0`);
  await client.query(`alter table ${keys} add primary key (${promised(shape)})`);
}

async function index(client: Client, { source, by }: Shape): Promise<void> {
  const { rows } = await client.query<{ name: string; def: string }>(
    "select indexname as name, indexdef as def from pg_indexes where tablename = $1 order by indexname",
    [source.table],
  );
  for (const [at, { name, def }] of rows.entries()) {
    if (by && name === source.promise.index) continue;
    const own = def.replace(/INDEX \S+ ON \S+/, `INDEX ${table}_index_${at} ON ${table}`);
    await client.query(by && def.startsWith("CREATE UNIQUE") ? own.replace(/\)$/, `, ${by})`) : own);
  }
}

/** Inserts made-up rows as the product does: nothing for a key that is there. */
export async function insert(client: Client, shape: Shape, rows: Rows, [from, to]: [number, number]): Promise<void> {
  const values = valuesOf(rows, from, to);
  await client.query({ name: `insert-${to - from}`, text: insertText(shape), values });
}

function insertText(shape: Shape): string {
  const { source, by } = shape;
  const { made, columns, promise } = source;
  if (!by) return `insert into ${table} (${columns}) select ${columns} from (${made}) made on conflict do nothing`;
  return `
with made as materialized (${made}),
kept as (
  insert into ${keys} select ${keyColumns(shape)} from made where ${promise.where} on conflict do nothing returning row_id
)
insert into ${table} (${columns}) select ${columns} from made m
where not (${promise.where}) or m.id in (select k.row_id from kept k)`;
}

/** Removes the oldest rows as the product does: a workspace's oldest, 200 at a time; and their keys, where these are in another table. */
export function removeText(shape: Shape): string {
  const { source, by } = shape;
  const isOld = `workspace_id = $1::uuid and ${source.dividedBy[0]} < $3::timestamptz`;
  const free = `
freed as (delete from ${keys} where workspace_id = $1::uuid and (${promised(shape)}) in (select ${promised(shape)} from doomed)),`;
  return `
with doomed as (
  select id, ${promised(shape)} from ${table} where ${isOld} and id < $2::uuid order by id limit 200 for update skip locked
),${by ? free : ""}
removed as (delete from ${table} where ${isOld} and id in (select id from doomed) returning id)
select count(*)::int as count from removed`;
}

/** Removes the keys of a partition, as many at a time; \`$2\` the last id of the batch before. */
export const removeKeysText = (shape: Shape, partition: string): string => `
with doomed as (
  select id, ${promised(shape)} from ${partition}
  where workspace_id = $1::uuid and id > $2::uuid and ${shape.source.promise.where} order by id limit 200
),
removed as (delete from ${keys} where workspace_id = $1::uuid and (${promised(shape)}) in (select ${promised(shape)} from doomed))
select max(id::text) as last, count(*)::int as count from doomed`;

const byId = `select * from ${table} where workspace_id = $1::uuid and id = $2::uuid`;

/** The look-ups by what is unique in the product, with the columns that they are asked with. */
export function lookUps(shape: Shape): { name: string; text: string; column: string }[] {
  const { source, by } = shape;
  const column = source.promise.columns[1] ?? "";
  const plain = `select * from ${table} where workspace_id = $1::uuid and ${column} = $2`;
  const byKey = `select r.* from ${keys} k join ${table} r on r.workspace_id = k.workspace_id and r.id = k.row_id and r.${by} = k.row_at
where k.workspace_id = $1::uuid and k.${column} = $2`;
  const promised = { name: `look-up by ${column}`, text: by ? byKey : plain, column };
  return source.table === "event" ? [{ name: "look-up by id", text: byId, column: "id" }, promised] : [promised];
}
