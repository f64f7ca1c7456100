import { detectDistribution } from "@/lib/platform/db/citus";
import { read } from "@/lib/platform/db/citus/route";
import { statement } from "@/lib/platform/db/statement";
import { runtime } from "@/lib/platform/runtime";
import { acrossWorkspaces, type Breach, breachesStatement } from "../support/invariants";
import type { Query } from "../support/postgres";

/** Runs a statement of the tests on every shard, which Citus could not plan over all nodes; its rows together. */
async function onShards<Row>(query: Query, text: string): Promise<Row[]> {
  const known = await detectDistribution({ query: async (text, values) => ({ rows: await query(text, values) }) });
  if (!known) throw new Error("The database is not distributed.");
  const before = runtime.distribution;
  runtime.distribution = known;
  try {
    const call = { statement: { ...statement({ scope: "all" })`${text}`, writes: false }, values: [], workspace: "" };
    return (await read(call, query)) as Row[];
  } finally {
    if (before) runtime.distribution = before;
    else delete runtime.distribution;
  }
}

/** Every rule of the contract that a distributed database breaks now, but for those that no shard can answer. */
export const breachesOnShards = (query: Query): Promise<Breach[]> =>
  onShards<Breach>(
    query,
    breachesStatement((rule) => !acrossWorkspaces.has(rule)),
  );
