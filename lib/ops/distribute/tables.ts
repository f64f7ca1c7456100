import type { Query } from "@/lib/ops/move/tables";

/** Looked up without a workspace, small, and unique by another column: every node has them whole. The others are spread by workspace. */
export const everywhere = new Set(["installation", "account", "session", "reset_link", "workspace", "api_key"]);
/** The first one; the rows of a workspace in the other tables are beside its contacts. */
const beside = "contact";

export type Table = { name: string; columns: { name: string; type: string }[]; isDistributed: boolean; bytes: number };

/** The product's tables as they are now, `beside` first. */
export const tablesOf = (ask: Query): Promise<Table[]> =>
  ask<Table>(
    `select c.relname::text as name, d.logicalrelid is not null as "isDistributed", pg_relation_size(c.oid)::float8 as bytes,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_dist_partition d on d.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('_prisma_migrations', 'distribution_step', 'distribution_digest')
      and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
      and not exists (select from pg_dist_shard s where c.relname ~ ('_' || s.shardid || '$'))
    group by c.oid, c.relname, d.logicalrelid order by c.relname <> $1, c.relname`,
    [beside],
  );

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** Spreads the rows of a table, or copies them to every node, and removes them from where they were. */
export async function distribute(ask: Query, { name, isDistributed, bytes }: Table): Promise<void> {
  if (!isDistributed) {
    const colocated = name === beside ? "" : `, colocate_with => '${beside}'`;
    const call = everywhere.has(name) ? `create_reference_table($1)` : `create_distributed_table($1, 'workspace_id'${colocated})`;
    await ask(`select ${call}`, [name]);
  }
  // What was copied is still in the table itself, where nobody reads it; a process that was killed may have left it there.
  if (bytes > 0) await ask("select truncate_local_data_after_distributing_table($1)", [name]);
}

/** The number of rows and a checksum of their contents, which does not depend on their order or node. */
export async function digestOf(ask: Query, { name, columns }: Table): Promise<{ rows: string; checksum: string }> {
  // Each node has its own time zone; a time without one is the same everywhere.
  const texts = columns.map((column) =>
    column.type.startsWith("timestamp") ? `${quoted(column.name)} at time zone 'utc'` : quoted(column.name),
  );
  const half = (from: number) =>
    `coalesce(sum(('x' || substr(md5(row(${texts.join(", ")})::text), ${from}, 16))::bit(64)::bigint::numeric), 0)::text`;
  const [found] = await ask<{ rows: string; left: string; right: string }>(
    `select count(*)::text as rows, ${half(1)} as "left", ${half(17)} as "right" from ${quoted(name)}`,
  );
  if (!found) throw new Error(`The rows of ${name} could not be counted.`);
  return { rows: found.rows, checksum: `${found.left}:${found.right}` };
}
