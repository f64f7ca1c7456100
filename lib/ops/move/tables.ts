/** A statement on one of the two databases. */
export type Query = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

export type Table = { name: string /** Its columns in order, with their types. */; shape: string };
/** The number of rows and a checksum of their contents, which does not depend on their order. */
export type Digest = { rows: number; checksum: string };

/** Settings for the text form of values, set on both sides, so that the same value has the same text. */
export const textSettings = [
  "timezone = 'UTC'",
  "datestyle = 'ISO, MDY'",
  "intervalstyle = 'postgres'",
  "bytea_output = 'hex'",
  "extra_float_digits = 1",
];

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const tablesStatement = `
select c.relname::text as name, string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod), ', ' order by a.attnum) as shape
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> '_prisma_migrations' and c.relname not like 'search\\_%' and c.relname <> 'queue_turn'
group by c.relname order by c.relname`;

const linksStatement = `
select distinct f.relname::text as "from", t.relname::text as "to"
from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`;

/** Every table of the product, each after those that it references; without what the search indexes, which is indexed again, and turns in queues, which are found again. */
export async function tablesOf(ask: Query): Promise<Table[]> {
  const waiting = new Map((await ask<Table>(tablesStatement)).map((table) => [table.name, table]));
  const links = await ask<{ from: string; to: string }>(linksStatement);
  const ordered: Table[] = [];
  while (waiting.size > 0) {
    const next = [...waiting.values()].filter(({ name }) => !links.some(({ from, to }) => from === name && waiting.has(to)));
    if (next.length === 0) throw new Error(`The tables ${[...waiting.keys()].join(", ")} point at each other in a circle.`);
    for (const table of next) waiting.delete(table.name);
    ordered.push(...next);
  }
  return ordered;
}

/** The sums of both halves of every row's hash: they depend on every bit of the rows, but not on their order. */
export async function digestOf(ask: Query, { name }: Table): Promise<Digest> {
  const half = (from: number) => `coalesce(sum(('x' || substr(hash, ${from}, 16))::bit(64)::bigint::numeric), 0)::text`;
  const [found] = await ask<{ rows: string; left: string; right: string }>(
    `select count(*)::text as rows, ${half(1)} as "left", ${half(17)} as "right" from (select md5(t::text) as hash from ${quoted(name)} t) hashed`,
  );
  if (!found) throw new Error(`The rows of ${name} could not be counted.`);
  return { rows: Number(found.rows), checksum: `${found.left}:${found.right}` };
}

const batchSize = 250;

/**
 * Copies a table, a few rows at a time. Rows are transferred in PostgreSQL's own text form, so nothing in between
 * converts times, numbers or JSON. Both sides are in a transaction.
 */
export async function copy(from: Query, to: Query, { name }: Table): Promise<void> {
  await from(`declare moving no scroll cursor for select t::text as row from ${quoted(name)} t`);
  for (let count = batchSize; count === batchSize; ) {
    const rows = await from<{ row: string }>(`fetch ${batchSize} from moving`);
    count = rows.length;
    if (count > 0) await to(`insert into ${quoted(name)} select * from unnest($1::${quoted(name)}[])`, [rows.map(({ row }) => row)]);
  }
  await from("close moving");
}
