import { test } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { deliveryStates, webhookTypes } from "@/lib/webhooks/shared/types";
import { deliveriesStatement, filteredDeliveriesStatement } from "@/lib/webhooks/sql";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { planOf } from "../../support/plans";

const size = 51;
/** A page for each type with each state of a filter, and some more; fewer than the deliveries of the endpoint. */
const maxRows = 10 * size;

test("the log of an endpoint reads a page of ten thousand deliveries, whatever it is filtered by", async () => {
  test.setTimeout(120_000);
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const [ws, other, endpoint] = [newId(), newId(), newId()];
  // Nearly all were delivered and say that an event came. The other workspace's have the same ids.
  for (const workspace of [ws, other])
    await embedded.query(`
      insert into webhook_delivery (workspace_id, event_id, endpoint_id, type, state, at, due_at)
      select '${workspace}'::uuid, overlay(overlay(md5('e' || n) placing '4' from 13) placing '8' from 17)::uuid, '${endpoint}'::uuid,
        case when n % 1000 = 0 then 'ping' else 'event.received' end, case when n % 500 = 0 then 'failed' else 'delivered' end,
        now() - n * interval '1 minute', now()
      from generate_series(1, 10000) n`);
  await embedded.query("vacuum analyze webhook_delivery");
  const first = [ws, endpoint, null, null, size];
  const read = async (types: readonly string[], states: readonly string[], expected: number, page: unknown[] = first) => {
    const values = [...page, [...types], [...states]];
    expect((await embedded.query(filteredDeliveriesStatement.text, values)).rows).toHaveLength(expected);
    const { text, rowsRead } = await planOf(embedded, filteredDeliveriesStatement, values);
    expect(rowsRead, text).toBeLessThan(maxRows);
  };
  for (const mode of ["force_custom_plan", "force_generic_plan"]) {
    await embedded.query(`set plan_cache_mode = ${mode}`);
    expect((await planOf(embedded, deliveriesStatement, first)).rowsRead).toBeLessThanOrEqual(size);
    await read(webhookTypes, ["failed"], 20);
    await read(webhookTypes, ["skipped"], 0);
    await read(webhookTypes, ["waiting", "sending"], 0);
    await read(["ping"], deliveryStates, 10);
    await read(["ping"], ["delivered"], 0);
    await read(["event.received"], deliveryStates, size);
    const [last] = (
      await embedded.query<{ at: Date; id: string }>(
        `select at, event_id as id from webhook_delivery where workspace_id = '${ws}' order by at desc offset 9000 limit 1`,
      )
    ).rows;
    await read(["event.received"], deliveryStates, size, [ws, endpoint, last?.at, last?.id, size]);
  }
  await embedded.query("reset plan_cache_mode");
});
