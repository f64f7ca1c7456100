import { test } from "@playwright/test";
import { maxRead } from "@/lib/desk/directory/list-sql";
import { callsStatement, problemsQuery } from "@/lib/desk/lists/sql";
import { newId } from "@/lib/kernel/ids";
import { newestPosition } from "@/lib/kernel/page";
import type { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { planOf } from "../../support/plans";

const ws = newId();
const count = 2 * maxRead + 10;
const modes = ["force_custom_plan", "force_generic_plan"];

async function opened(): Promise<Embedded> {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  await embedded.query("insert into workspace (id, slug, name, plan, created_at) values ($1, 'acme', 'Acme', 'pro', now())", [ws]);
  return embedded;
}

test("a page of action calls with a status that few have reads no further than its limit, and the next one goes on", async () => {
  test.setTimeout(120_000);
  const embedded = await opened();
  await embedded.query(
    `insert into action_call (workspace_id, id, delivery_id, chat_id, person_id, button_id, action, label, account_id, agent_name, state, url, started_at)
     select $1::uuid, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'retry', 'Retry',
       gen_random_uuid(), 'Mia', case when n = 1 then 'refused' else 'delivered' end::call_state, 'https://example.com/actions',
       now() - (1000000 - n / 3) * interval '1 millisecond'
     from generate_series(1, $2::int) n`,
    [ws, count],
  );
  await embedded.query("vacuum analyze");
  const after = async (at: Date | null, id: string | null) => {
    const values = [ws, ["refused"], null, null, null, at, id, 51];
    for (const mode of modes) {
      await embedded.query(`set plan_cache_mode = ${mode}`);
      const plan = await planOf(embedded, callsStatement({ hasState: true }), values);
      expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(maxRead);
    }
    type Row = { id: string; startedAt: Date; isFound: boolean; isEnd: boolean };
    return (await embedded.query<Row>(callsStatement({ hasState: true }).text, values)).rows;
  };
  const pages = [await after(null, null)];
  for (const [end] of pages) if (end?.isEnd && pages.length < 5) pages.push(await after(end.startedAt, end.id));
  expect(pages.map((page) => page.map(({ isFound, isEnd }) => ({ isFound, isEnd })))).toEqual([
    [{ isFound: false, isEnd: true }],
    [{ isFound: false, isEnd: true }],
    [{ isFound: true, isEnd: false }],
  ]);
});

type Filter = Partial<Omit<Parameters<typeof problemsQuery>[1], "after" | "limit">>;
function problemsIn(filter: Filter): [sql: ReturnType<typeof problemsQuery>[0], values: unknown[]] {
  const all = { open: undefined, ownerId: undefined, event: undefined, reference: undefined, from: undefined, to: undefined };
  const [sql, ...values] = problemsQuery(ws, { ...all, ...filter, after: newestPosition, limit: 51 });
  return [sql, values];
}

test("a page of problems reads as many as it has, also when all of them happened at one time", async () => {
  test.setTimeout(120_000);
  const embedded = await opened();
  await embedded.query(
    `insert into problem (workspace_id, id, owner_id, reference, event, first_at, last_at, last_received_at, last_event_id, count, closed_at)
     select $1::uuid, gen_random_uuid(), gen_random_uuid(), '', 'Payment failed', $3::timestamptz, $3::timestamptz, now(), gen_random_uuid(), 1,
       case when n % 2 = 0 then now() end
     from generate_series(1, $2::int) n`,
    // Far more than a page may read: of a few more it reads all.
    [ws, 8 * maxRead, "2026-03-01T10:00:00Z"],
  );
  await embedded.query("vacuum analyze");
  for (const mode of modes) {
    await embedded.query(`set plan_cache_mode = ${mode}`);
    for (const [filter, max] of [
      [{}, 51],
      [{ open: true }, 51],
      [{ open: false }, maxRead],
      [{ reference: "INV-7" }, maxRead],
      [{ event: "Refund failed", open: true }, maxRead],
      [{ from: new Date("2026-03-01T10:00:00Z"), to: new Date("2026-03-02") }, 51],
      [{ ownerId: newId() }, 0],
    ] as const) {
      const plan = await planOf(embedded, ...problemsIn(filter));
      expect(plan.rowsRead, `${JSON.stringify(filter)} ${plan.text}`).toBeLessThanOrEqual(max);
    }
  }
});
