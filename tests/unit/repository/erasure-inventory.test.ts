import { test } from "@playwright/test";
import { inventory, removedInSteps, type Table } from "@/lib/data/erasure/inventory";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";

type Key = { child: string; parent: string; action: string };

async function schema() {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const tables = await embedded.query<{ name: string; ofWorkspace: boolean }>(`
    select c.relname::text as name, exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id' and not a.attisdropped
    ) as "ofWorkspace"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> '_prisma_migrations'`);
  const keys = await embedded.query<Key>(`
    select k.conrelid::regclass::text as child, k.confrelid::regclass::text as parent, k.confdeltype::text as action
    from pg_constraint k where k.contype = 'f'`);
  return { tables: tables.rows, keys: keys.rows };
}

test("the inventory says of every table what an erasure does with its rows", async () => {
  const { tables } = await schema();
  expect(Object.keys(inventory).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test("a deletion of a workspace takes the rows of every table that has some, children first", async () => {
  const { tables, keys } = await schema();
  const takes = (name: string) => ["close", "steps"].includes(inventory[name as Table].workspace);
  expect(tables.filter(({ name, ofWorkspace }) => ofWorkspace && !takes(name))).toEqual([]);
  expect(tables.filter(({ name, ofWorkspace }) => !ofWorkspace && inventory[name as Table].workspace === "steps")).toEqual([]);
  const order = (name: string) => removedInSteps.indexOf(name as Table);
  const wrong = keys.filter(({ child, parent }) => order(parent) >= 0 && order(child) > order(parent));
  expect(wrong).toEqual([]);
});

test("what is kept of a person has a reason", () => {
  for (const [table, fate] of Object.entries(inventory)) {
    if (fate.person === "none" || !("why" in fate)) continue;
    expect(fate.why.length, table).toBeGreaterThan(5);
  }
});
