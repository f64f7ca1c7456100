import { test } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { deliveredStatement, finishStatement, takeStatement } from "@/lib/webhooks/sql";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { planOf } from "../../support/plans";

type Taken = { eventId: string; endpointId: string; attempts: number };

test("takes ten of an endpoint at once, new ones first, one of an endpoint that fails, and reads few rows of ten thousand", async () => {
  test.setTimeout(120_000);
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const [ws, other, well, failing] = [newId(), newId(), newId(), newId()];
  const now = new Date();
  await embedded.query(`
    insert into webhook_endpoint (workspace_id, id, url, types, sealed, created_at, failures)
    select ws::uuid, id::uuid, 'https://api.acme.example/hooks', array['ping'], 'x', now(), failures
    from (values ('${ws}', '${well}', 0), ('${ws}', '${failing}', 5), ('${other}', '${well}', 0)) v(ws, id, failures)`);
  // Ten thousand were tried before and are due for long; the new ones came after them. The other workspace's have the same ids.
  for (const [workspace, state, due, attempt] of [
    [ws, "waiting", "-1 minute", 0],
    [other, "sending", "1 hour", 1],
  ] as const)
    await embedded.query(`
      insert into webhook_delivery (workspace_id, event_id, endpoint_id, type, state, at, due_at, is_retry, attempts)
      select '${workspace}'::uuid, overlay(overlay(md5(endpoint || n) placing '4' from 13) placing '8' from 17)::uuid, endpoint::uuid, 'ping',
        '${state}', now(), now() + n * interval '${due}', n > 3, (n > 3)::int + ${attempt}
      from generate_series(1, 10000) n, (values ('${well}'), ('${failing}')) e(endpoint)`);
  const take = async (endpoints: string[], at = now) => (await embedded.query<Taken>(takeStatement.text, [ws, at, endpoints, 50])).rows;
  const attemptsOf = (taken: Taken[], id: string) => taken.filter(({ endpointId }) => endpointId === id).map(({ attempts }) => attempts);

  const { text, rowsRead } = await planOf(embedded, takeStatement, [ws, new Date(0), [well], 50]);
  expect(rowsRead, text).toBeLessThan(100);
  const first = await take([well, failing]);
  expect(attemptsOf(first, well).sort()).toEqual([1, 1, 1, 2, 2, 2, 2, 2, 2, 2]);
  expect(attemptsOf(first, failing)).toEqual([1]);
  expect(await take([well, failing])).toEqual([]);

  // One ends, and its place is free.
  const [one, two] = first.filter(({ endpointId }) => endpointId === well);
  if (!one || !two) throw new Error("Nothing was taken.");
  const url = "https://api.acme.example/hooks";
  const failed = ({ eventId, attempts }: Taken) => [
    ws,
    eventId,
    well,
    attempts,
    "waiting",
    new Date(now.getTime() + 5_000),
    now,
    newId(),
    url,
  ];
  const finish = [...failed(one), 1, 500, null, "", null];
  const delivered = { workspaceId: ws, eventId: two.eventId, endpointId: well, attempt: two.attempts, id: newId(), at: now, url };
  const list = [JSON.stringify([{ ...delivered, tookMs: 1, status: 204, reply: "" }]), "1000"];
  // The plan is that of a statement that is run.
  const run = async (statement: { text: string }, values: unknown[]) => {
    const plan = await planOf(embedded, statement, values);
    expect(plan.rowsRead, plan.text).toBeLessThan(20);
  };
  await run(finishStatement, finish);
  expect(await take([well, failing])).toHaveLength(1);
  await run(deliveredStatement, list);
  expect(attemptsOf(await take([well, failing]), well)).toEqual([2]);
  const { rows } = await embedded.query<{ state: string }>(
    `select state from webhook_delivery where event_id = any('{${one.eventId},${two.eventId}}') order by workspace_id = '${ws}', state`,
  );
  expect(rows.map(({ state }) => state)).toEqual(["sending", "sending", "delivered", "waiting"]);
  // What was taken and did not end is due again after a minute.
  expect(attemptsOf(await take([well, failing], new Date(now.getTime() + 61_000)), well)).toHaveLength(10);
  expect(await take([newId()])).toEqual([]);
});

test("counts what is under way among ten thousand that are tried again later", async () => {
  test.setTimeout(120_000);
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  // A PostgreSQL before 18 finds no state in it: it would have to skip the types.
  await embedded.query("drop index webhook_delivery_filtered_idx");
  const [ws, endpoint] = [newId(), newId()];
  const now = new Date();
  await embedded.query(`
    insert into webhook_endpoint (workspace_id, id, url, types, sealed, created_at)
    values ('${ws}', '${endpoint}', 'https://api.acme.example/hooks', array['ping'], 'x', now())`);
  await embedded.query(`
    insert into webhook_delivery (workspace_id, event_id, endpoint_id, type, state, at, due_at, is_retry, attempts)
    select '${ws}'::uuid, gen_random_uuid(), '${endpoint}'::uuid, 'ping', 'waiting', now(), now() + interval '5 minutes' + n * interval '1 second', true, 1
    from generate_series(1, 10000) n union all
    select '${ws}'::uuid, gen_random_uuid(), '${endpoint}'::uuid, 'ping', 'waiting', now(), now() - interval '1 minute', false, 0 from generate_series(1, 14)`);
  const values = (ahead: number) => [ws, new Date(now.getTime() + ahead), [endpoint], 50];
  expect((await embedded.query(takeStatement.text, values(0))).rows).toHaveLength(10);
  // Its leases began by another clock, which is two seconds ahead.
  for (const when of ["at first", "later"]) {
    const { text, rowsRead } = await planOf(embedded, takeStatement, values(-2_000));
    expect(rowsRead, `${when}: ${text}`).toBeLessThan(100);
    expect((await embedded.query(takeStatement.text, values(-2_000))).rows).toEqual([]);
    await embedded.query("vacuum analyze webhook_delivery");
  }
});
