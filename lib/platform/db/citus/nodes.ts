import type { Pool } from "pg";
import { z } from "zod";
import { FairPool, type FairPoolConfig } from "@/lib/platform/db/pool";
import { type Connection, rowsOver } from "@/lib/platform/db/rows";
import { log } from "@/lib/platform/log";
import { reasonOf } from "@/lib/platform/redis/outage-log";
import { within } from "@/lib/platform/within";

/** The nodes that an instance reaches by itself, and the one of each shard. What is not here goes through the coordinator. */
export type Nodes = {
  /** By the group of the node. */
  pools: Map<number, Pool>;
  /** By the shard of `contact`. */
  groupOf: Map<string, number>;
  readAt: number;
};

const reachMs = 1_000;
/** A node that is away fails every call: their looks at where the shards are now are shared. */
const refreshMs = 1_000;

const PlacementRow = z.strictObject({ shard: z.string(), groupId: z.int(), host: z.string(), port: z.int() });
const placementStatement = `
select p.shardid::text as shard, p.groupid as "groupId", n.nodename as host, n.nodeport as port
from pg_dist_shard s join pg_dist_placement p on p.shardid = s.shardid
join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
where s.logicalrelid = 'contact'::regclass`;
/** Which node this is, and of which others it knows: those of another cluster are others. */
const IdentityRow = z.strictObject({ groupId: z.int(), others: z.string() });
const identityStatement = `
select g.groupid as "groupId", (select string_agg(n.groupid || ' ' || n.nodename || ':' || n.nodeport, ',' order by n.nodeid) from pg_dist_node n) as others
from pg_dist_local_group g`;

/**
 * Finds out where the shards are, and connects to nodes that are new. The nodes have the database, role and password of `config`; one that
 * cannot be reached so, such as from another network, is left to the coordinator.
 */
export async function refreshNodes(
  nodes: Nodes,
  connection: Connection,
  config: FairPoolConfig & { connectionString: string },
): Promise<void> {
  if (performance.now() - nodes.readAt < refreshMs) return;
  nodes.readAt = performance.now();
  const placements = await rowsOver(connection, PlacementRow)(placementStatement);
  const [coordinator] = await rowsOver(connection, IdentityRow)(identityStatement);
  nodes.groupOf = new Map(placements.map(({ shard, groupId }) => [shard, groupId]));
  const places = new Map(placements.map((one) => [one.groupId, one]));
  for (const [groupId, { host, port }] of places) {
    if (nodes.pools.has(groupId)) continue;
    const url = new URL(config.connectionString);
    url.hostname = host;
    url.port = String(port);
    const pool = new FairPool({ ...config, connectionString: url.href });
    pool.on("error", () => {});
    const isReached = await within(reachMs, isNode(pool, { groupId, others: coordinator?.others ?? "" })).catch((error: unknown) => {
      log.info({ node: groupId, reason: reasonOf(error) }, "a node is reached through the coordinator only");
      return false;
    });
    if (isReached) nodes.pools.set(groupId, pool);
    else void pool.end();
  }
}

async function isNode(pool: Pool, wanted: z.output<typeof IdentityRow>): Promise<boolean> {
  const [found] = await rowsOver({ query: (text, values) => pool.query(text, values) }, IdentityRow)(identityStatement);
  return found?.groupId === wanted.groupId && found.others === wanted.others;
}

export async function closeNodes({ pools }: Nodes): Promise<void> {
  await Promise.all([...pools.values()].map((pool) => pool.end()));
}
