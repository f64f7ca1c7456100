import { test } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { eventsStatement } from "@/lib/webhooks/sql";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";

const [ws, contact] = [newId(), newId()];

/** A workspace with a contact, and an endpoint that asked for these types. */
async function withEndpoint(...types: string[]) {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  for (const sql of [
    `insert into workspace (id, slug, name, plan, created_at) values ('${ws}', 'acme', 'Acme', 'pro', now())`,
    `insert into contact (workspace_id, id, user_id, attributes, created_at, updated_at) values ('${ws}', '${contact}', 'u', '{}', now(), now())`,
    `insert into webhook_endpoint (workspace_id, id, types, sealed, created_at)
     values ('${ws}', gen_random_uuid(), array['${types.join("', '")}'], 'x', now())`,
  ])
    await embedded.query(sql);
  const record = (event: string, age: string) =>
    embedded.query(`
      insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
      select '${ws}', gen_random_uuid(), '${contact}', '${event}', 'problem', '{"reference": "${event}"}', t.at, t.at, 0
      from (select now() - interval '${age}') t(at)`);
  return { embedded, record };
}

test("tells of a problem whose event waited before it was written, and not of one of long ago that moved", async () => {
  const { embedded, record } = await withEndpoint("problem.opened");
  for (const [event, age] of [
    ["Card declined", "0"],
    ["Payment failed", "25 seconds"],
    ["Order rejected", "5 minutes"],
  ] as const)
    await record(event, age);
  const { rows } = await embedded.query<{ event: string }>("select data->>'event' as event from webhook_event order by at");
  expect(rows.map(({ event }) => event)).toEqual(["Card declined", "Payment failed"]);
});

test("says nothing of a contact whose row another version removed without emptying what webhooks say of it", async () => {
  const { embedded, record } = await withEndpoint("event.received");
  await record("Card declined", "0");
  await embedded.query("update webhook_event set position = 1");
  const shown = async () => (await embedded.query<{ data: object }>(eventsStatement.text, [ws, null, 10])).rows.map(({ data }) => data);
  expect(await shown()).toMatchObject([{ userId: "u", event: "Card declined" }]);
  await embedded.query("delete from event");
  await embedded.query("delete from contact");
  expect(await shown()).toEqual([{ erased: true, sequence: expect.any(Number) }]);
});
