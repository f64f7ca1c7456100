/** A statement on one of the two databases. */
export type Ask = <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;

export type Table = { name: string /** Its columns in order, with their types. */; shape: string };
/** How many rows there are, and what they say, in whichever order they lie. */
export type Digest = { rows: number; checksum: string };

/** How values are written, said on both sides, so that the same value is the same text. */
export const spelling = [
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
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> '_prisma_migrations'
group by c.relname order by c.relname`;

const linksStatement = `
select distinct f.relname::text as "from", t.relname::text as "to"
from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`;

/** Every table of the product, each behind those that it points at. */
export async function tablesOf(ask: Ask): Promise<Table[]> {
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

/** The sums of both halves of every row's hash: the order of the rows does not matter, and every bit of them does. */
export async function digestOf(ask: Ask, { name }: Table): Promise<Digest> {
  const half = (from: number) => `coalesce(sum(('x' || substr(hash, ${from}, 16))::bit(64)::bigint::numeric), 0)::text`;
  const [found] = await ask<{ rows: string; left: string; right: string }>(
    `select count(*)::text as rows, ${half(1)} as "left", ${half(17)} as "right" from (select md5(t::text) as hash from ${quoted(name)} t) hashed`,
  );
  if (!found) throw new Error(`The rows of ${name} could not be counted.`);
  return { rows: Number(found.rows), checksum: `${found.left}:${found.right}` };
}

const batch = 250;

/**
 * Copies a table, a few rows at a time. A row travels as PostgreSQL itself writes it and reads it back, so nothing in
 * between has an opinion on times, numbers or JSON. Both sides are in a transaction.
 */
export async function copy(from: Ask, to: Ask, { name }: Table): Promise<void> {
  await from(`declare moving no scroll cursor for select t::text as row from ${quoted(name)} t`);
  for (let count = batch; count === batch; ) {
    const rows = await from<{ row: string }>(`fetch ${batch} from moving`);
    count = rows.length;
    if (count > 0) await to(`insert into ${quoted(name)} select * from unnest($1::${quoted(name)}[])`, [rows.map(({ row }) => row)]);
  }
  await from("close moving");
}
