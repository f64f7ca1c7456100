import { expect, newTeam, test } from "../support/fixtures";
import { clusterOf } from "./cluster";
import { race } from "./instances";
import { holdTransaction } from "./locks";

test.describe.configure({ mode: "default", timeout: 120_000 });

const cluster = clusterOf({ count: 1 });

test("jobs that run at the same time hold their locks on one connection, and give each back when it is done", async () => {
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
  await instance.running.stop();
  // Each job waits for one of these tables.
  const tables = await holdTransaction(cluster, "lock table api_request, attachment in access exclusive mode");
  await instance.start();
  await expect.poll(held, { timeout: 20_000 }).toEqual([2]);
  await tables.letGo();
  await expect.poll(held, { timeout: 20_000 }).toEqual([]);
});

test("lines of the request log that take the database too long together are not tried one by one", async () => {
  const team = await newTeam(cluster.running);
  const session = await team.signIn();
  const { query } = cluster.postgres;
  await query("create sequence tries");
  await query(
    `create function give_up() returns trigger language plpgsql as $$ begin
      perform nextval('tries');
      raise exception 'too slow' using errcode = '57014';
    end $$`,
  );
  await query("create trigger give_up before insert on api_request for each statement execute function give_up()");
  await race([cluster.url], team, 5);
  // What was collected before is written before the list is read.
  expect((await session.call("GET", "/requests")).body["items"]).toEqual([]);
  const [tried] = await query<{ count: number }>("select last_value::int as count from tries where is_called");
  // As often as they came apart.
  expect(tried?.count).toBeGreaterThan(0);
  expect(tried?.count).toBeLessThanOrEqual(5);
  await query("drop function give_up cascade");
  await race([cluster.url], team, 1);
  expect((await session.call("GET", "/requests")).body["items"]).toHaveLength(1);
});
