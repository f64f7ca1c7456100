import { z } from "zod";
import { type Connection, rowsOver } from "@/lib/platform/db/rows";
import { runtime } from "@/lib/platform/runtime";
import type { Nodes } from "./nodes";

/** What an instance knows of a distributed database. Chosen once, at the start. */
export type Distribution = {
  /** The names of the product's tables. */
  tables: ReadonlySet<string>;
  /** The shard of each workspace that was asked for. */
  shardOf: Map<string, string>;
  /** An id of a workspace for each shard; it need not exist. */
  representatives: string[];
  /** The representative of the shard that had the last row, of each statement that takes the first row of all. */
  lastFirst: Map<string, string>;
  /** Each statement with marks for its tables, by its text. */
  marks: Map<string, string>;
  nodes: Nodes;
};

declare module "@/lib/platform/runtime" {
  interface Runtime {
    distribution: Distribution;
  }
}

export const distribution = (): Distribution | undefined => runtime.distribution;
export const isDistributed = (): boolean => runtime.distribution !== undefined;

const PresentRow = z.strictObject({ isPresent: z.boolean(), isUnfinished: z.boolean() });
const FirstRow = z.strictObject({ name: z.string().nullable() });
const TableRow = z.strictObject({ name: z.string(), isEverywhere: z.boolean() });
const ShardRow = z.strictObject({ workspaceId: z.uuid(), shard: z.string() });

const undistributedStatement = `
select min(c.relname::text) as name from pg_class c
where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'
  and not exists (select from pg_dist_partition d where d.logicalrelid = c.oid)
  and not exists (select from pg_depend e where e.objid = c.oid and e.deptype = 'e')
  and not exists (select from pg_dist_shard s where c.relname ~ ('_' || s.shardid || '$'))`;

/** Whether the database's tables are distributed; on any other PostgreSQL undefined. */
export async function detectDistribution(connection: Connection): Promise<Distribution | undefined> {
  const [found] = await rowsOver(
    connection,
    PresentRow,
  )(`select to_regclass('pg_dist_partition') is not null as "isPresent", to_regclass('distribution_step') is not null as "isUnfinished"`);
  if (found?.isUnfinished) throw new Error("The database is only partly distributed. Run: npm run distribute");
  if (!found?.isPresent) return undefined;
  const tables = await rowsOver(
    connection,
    TableRow,
  )(
    `select c.relname::text as name, p.partmethod = 'n' as "isEverywhere" from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid`,
  );
  if (!tables.some(({ name, isEverywhere }) => name === "event" && !isEverywhere)) return undefined;
  const [other] = await rowsOver(connection, FirstRow)(undistributedStatement);
  if (other?.name) throw new Error(`The table ${other.name} is on one node only, since a migration made it. Run: npm run distribute`);
  return {
    tables: new Set(tables.map(({ name }) => name)),
    shardOf: new Map(),
    representatives: await representatives(connection),
    lastFirst: new Map(),
    marks: new Map(),
    nodes: { pools: new Map(), groupOf: new Map(), readAt: Number.NEGATIVE_INFINITY },
  };
}

/** Random ids, as many as it needs until each shard has one. */
async function representatives(connection: Connection): Promise<string[]> {
  const found = await rowsOver(
    connection,
    ShardRow,
  )(`
    with recursive drawn as (
      select gen_random_uuid() as id, 1 as n union all select gen_random_uuid(), n + 1 from drawn
      where n < 20 * (select count(*) from pg_dist_shard where logicalrelid = 'contact'::regclass)
    )
    select distinct on (shard) id as "workspaceId", shard::text
    from (select id, get_shard_id_for_distribution_column('contact', id) as shard from drawn) d order by shard`);
  return found.map(({ workspaceId }) => workspaceId);
}
