import { test } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { breaches } from "../../support/invariants";
import { withMigrationsBefore } from "../../support/old-database";

const [ws, contact] = [newId(), newId()];
const minuteOf = (parameter: string) => `'2026-01-01T00:00:00Z'::timestamptz + ${parameter}::int * interval '1 minute'`;

test("an upgrade opens what arrived without a reference after Handled, and leaves what is the same matter closed", async () => {
  const embedded = await emptiedDatabase();
  await withMigrationsBefore("20261128030000_handled_by_arrival", (root) => migrateEmbedded(embedded, root));
  await embedded.query("insert into workspace (id, slug, name, plan, created_at) values ($1, 'acme', 'Acme', 'pro', now())", [ws]);
  await embedded.query("insert into contact (workspace_id, id, user_id, created_at, updated_at) values ($1, $2, 'u', now(), now())", [
    ws,
    contact,
  ]);
  const record = (event: string, reference: string, minutes: { occurred: number; received: number }) =>
    embedded.query(
      `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
       values ($1, gen_random_uuid(), $2, $3, 'problem', jsonb_build_object('reference', $4::text), ${minuteOf("$5")}, ${minuteOf("$6")}, 0)`,
      [ws, contact, event, reference, minutes.occurred, minutes.received],
    );
  for (const [event, reference] of [
    ["Late", ""],
    ["Late", "R"],
    ["Seen", ""],
  ] as const) {
    await record(event, reference, { occurred: 1, received: 1 });
    await embedded.query(
      `insert into problem_handled (workspace_id, id, owner_id, reference, event, at, account_id, agent_name)
       values ($1, gen_random_uuid(), $2, $3, $4, ${minuteOf("2")}, gen_random_uuid(), 'Olga')`,
      [ws, contact, reference, event],
    );
    await embedded.query("select refresh_problem($1, $2, $3, $4)", [ws, contact, reference, event]);
    if (event === "Late") await record(event, reference, { occurred: 0, received: 3 });
  }
  const open = async () =>
    (await embedded.query<{ name: string }>("select event || reference as name from problem where closed_at is null order by 1")).rows.map(
      ({ name }) => name,
    );
  expect(await open()).toEqual([]);
  await migrateEmbedded(embedded);
  expect(await open()).toEqual(["Late"]);
  const query = async <Row>(sql: string) => (await embedded.query<Row>(sql)).rows;
  expect((await breaches(query)).filter(({ rule }) => rule.includes("table of problems"))).toEqual([]);
});
