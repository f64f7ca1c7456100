import { expect, test } from "../support/fixtures";
import { startCluster } from "./cluster";
import { holdTransaction } from "./locks";

test("jobs that run at the same time hold their locks on one connection, and give each back when it is done", async () => {
  test.setTimeout(120_000);
  const cluster = await startCluster({ count: 1 });
  const [instance] = cluster.instances;
  if (!instance) throw new Error("There is one instance.");
  /** How many locks of jobs each connection has. */
  const held = async () =>
    (
      await cluster.postgres.query<{ locks: number }>(
        `select count(*)::int as locks from pg_locks l join pg_stat_activity a on a.pid = l.pid
         where l.locktype = 'advisory' and l.granted and a.application_name = 'beside'
           and (l.classid::bigint << 32 | l.objid::bigint) = any($1::bigint[]) group by l.pid`,
        [await numbers()],
      )
    ).map(({ locks }) => locks);
  const numbers = async () =>
    (
      await cluster.postgres.query<{ n: string }>(
        "select hashtextextended(name, 0)::text as n from unnest(array['removal', 'unused attachments']) name",
      )
    ).map(({ n }) => n);
  try {
    await instance.running.stop();
    // Each job waits for one of these tables.
    const tables = await holdTransaction(cluster, "lock table api_request, attachment in access exclusive mode");
    await instance.start();
    await expect.poll(held, { timeout: 20_000 }).toEqual([2]);
    await tables.letGo();
    await expect.poll(held, { timeout: 20_000 }).toEqual([]);
  } finally {
    await cluster.stop();
  }
});
