import pg from "pg";
import type { Cluster } from "./cluster";

/** A transaction of the test, which holds its locks until `letGo`. */
export async function holdTransaction({ postgres }: Pick<Cluster, "postgres">, sql: string, values: unknown[] = []) {
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  await holder.query("begin");
  await holder.query(sql, values);
  return {
    query: (more: string, with_: unknown[] = []) => holder.query(more, with_),
    /** Ends the transaction, and the connection with it. */
    letGo: async (how: "commit" | "rollback" = "rollback") => {
      await holder.query(how);
      await holder.end();
    },
  };
}

/** The linking lock of a workspace, as another instance would hold it. */
export const holdLinkingLock = (cluster: Pick<Cluster, "postgres">, workspace: string) =>
  holdTransaction(cluster, "select pg_advisory_xact_lock(hashtextextended('linking:' || id, 0)) from workspace where slug = $1", [
    workspace,
  ]);

/** The number of connections of the product that wait for a database lock. */
export async function lockWaitCount({ postgres }: Pick<Cluster, "postgres">): Promise<number> {
  const [row] = await postgres.query<{ count: number }>(
    "select count(*)::int as count from pg_stat_activity where application_name = 'beside' and wait_event_type = 'Lock'",
  );
  return row?.count ?? 0;
}
