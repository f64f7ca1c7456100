import { noticed } from "@/lib/platform/db/citus";
import { read } from "@/lib/platform/db/citus/route";
import { allWorkspaces } from "@/lib/platform/db/citus/statement";
import { runtime } from "@/lib/platform/runtime";
import type { Query } from "../support/postgres";

/** Runs a statement of the tests on every shard, which Citus could not plan over all nodes; its rows together. */
export async function onShards<Row>(query: Query, statement: string): Promise<Row[]> {
  const connection = { query: async (text: string, values: unknown[]) => ({ rows: await query(text, values) }) };
  const known = await noticed(connection);
  if (!known) throw new Error("The database is not distributed.");
  const before = runtime.distribution;
  runtime.distribution = known;
  try {
    return (await read(`${statement} ${allWorkspaces}`, [], (text, values) => query(text, values))) as Row[];
  } finally {
    if (before) runtime.distribution = before;
    else delete runtime.distribution;
  }
}
