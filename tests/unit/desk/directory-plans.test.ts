import { test } from "@playwright/test";
import { pageFrom } from "@/lib/desk/directory/list";
import { type Condition, countQuery, ListedRow, listQuery, maxFound, maxRead } from "@/lib/desk/directory/list-sql";
import { eventsStatement, maxEvents, writtenStatement } from "@/lib/desk/directory/timeline-sql";
import { newId } from "@/lib/kernel/ids";
import { readCursor } from "@/lib/kernel/page";
import { typedPhone } from "@/lib/people/shared/typed-phone";
import type { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { planOf } from "../../support/plans";

const contactCount = 100_000;
const [ws, other] = [newId(), newId()];
const last = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const first = { after: { at: new Date("9999-12-31"), id: last }, since: new Date(0), limit: 51 };

/** Contacts of two workspaces, of whom the first has many; one in a hundred has an open problem. */
async function filled(): Promise<Embedded> {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  await embedded.query("alter table contact disable trigger user");
  for (const [workspaceId, count] of [
    [ws, contactCount],
    [other, contactCount / 10],
  ] as const) {
    await embedded.query("insert into workspace (id, slug, name, plan, created_at) values ($1::uuid, $1::text, 'Acme', 'pro', now())", [
      workspaceId,
    ]);
    await embedded.query(
      `insert into contact (workspace_id, id, user_id, name, email, phone, phone_since, attributes, created_at, updated_at)
       select $1::uuid, gen_random_uuid(), 'user_' || u, 'Name ' || u % 1000 || ' of ' || u, 'mail' || u || '@example.com',
         '44791' || lpad(u::text, 7, '0'), now(),
         jsonb_build_object('plan', case when u % 500 = 0 then 'business' else 'pro' end, 'seats', u), now(), now()
       from generate_series(1, $2::int) u`,
      [workspaceId, count],
    );
    await embedded.query(
      `insert into contact_activity (workspace_id, contact_id, last_seen_at)
       select workspace_id, id, now() - row_number() over () * interval '1 second' from contact where workspace_id = $1::uuid`,
      [workspaceId],
    );
    await embedded.query(
      `insert into contact_facet (workspace_id, contact_id, facets)
       select workspace_id, id, contact_facets(workspace_id, attributes) from contact where workspace_id = $1::uuid`,
      [workspaceId],
    );
    await embedded.query(
      `insert into search_person (workspace_id, id, kind, at, search_text)
       select workspace_id, id, 'contact', now(), ' ' || lower(name || ' ' || user_id || ' ' || email || ' ' || phone)
       from contact where workspace_id = $1::uuid and right(user_id, 1) = '0'`,
      [workspaceId],
    );
    await embedded.query(
      `insert into problem (workspace_id, id, owner_id, reference, event, first_at, last_at, last_received_at, last_event_id, count, closed_at)
       select workspace_id, gen_random_uuid(), id, '', 'Payment failed', now(), now(), now(), gen_random_uuid(), 1,
         case when right(user_id, 2) <> '77' then now() end
       from contact where workspace_id = $1::uuid and right(user_id, 1) = '7' limit 9000`,
      [workspaceId],
    );
  }
  await embedded.query("vacuum analyze");
  return embedded;
}

const text = (typed: string): Condition => ({ kind: "text", text: typed, phone: typedPhone(typed) ?? null });
const attribute = (key: string, value: string): Condition => ({ kind: "attribute", key, value });

test("the list reads few rows of 100,000 contacts, whatever it is filtered by", { tag: "@slow" }, async () => {
  test.setTimeout(240_000);
  const embedded = await filled();
  const problems: Condition = { kind: "problems" };
  const few: [Condition[], string][] = [
    [[problems], "problem_open_idx"],
    [[text("NAME 77 OF 5")], "contact_name_idx"],
    [[text("user_99999")], "contact_user_id_idx"],
    [[text("Mail50001@")], "contact_email_idx"],
    [[text("+44 791 0004567")], "contact_workspace_id_phone_phone_since_idx"],
    [[text("0791 0004560")], "search_person_text_idx"],
    [[text("nobody")], "contact_name_idx"],
    [[attribute("seats", "777")], "contact_facet_idx"],
    [[attribute("plan", "business")], "contact_facet_idx"],
    [[attribute("plan", "none")], "contact_facet_idx"],
  ];
  // As prepared statements are planned at first, and when their plan is used for any values.
  for (const mode of ["force_custom_plan", "force_generic_plan"]) {
    await embedded.query(`set plan_cache_mode = ${mode}`);
    for (const [conditions, index] of few) {
      const [by = problems] = conditions;
      for (const [sql, ...values] of [countQuery(ws, by), listQuery(ws, { by, conditions }, first)]) {
        const plan = await planOf(embedded, sql, values);
        expect(plan.text, `${mode}: ${JSON.stringify(by)}`).toContain(index);
        expect(plan.rowsRead, plan.text).toBeLessThanOrEqual(maxFound + 1);
      }
    }
    // What most contacts have is found in the order of the list.
    for (const conditions of [[], [text("name")], [attribute("plan", "pro")], [text("user_"), attribute("plan", "pro")]]) {
      const [sql, ...values] = listQuery(ws, { by: null, conditions }, first);
      const plan = await planOf(embedded, sql, values);
      expect(plan.text).toContain("contact_activity_workspace_id_last_seen_at_contact_id_idx");
      expect(plan.rowsRead, plan.text).toBeLessThan(200);
    }
  }

  // Conditions that many contacts have each, and none has together.
  const [none, ...unmet] = listQuery(ws, { by: null, conditions: [text("name"), attribute("plan", "none")] }, first);
  expect((await planOf(embedded, none, unmet)).rowsRead).toBeLessThanOrEqual(maxRead);

  // A page in the middle, and those who were seen within a minute.
  const middle = { ...first, after: { at: new Date(Date.now() - 50_000_000), id: last } };
  const [deep, ...values] = listQuery(ws, { by: null, conditions: [] }, middle);
  expect((await planOf(embedded, deep, values)).rowsRead).toBeLessThan(200);
  const recent = { ...first, since: new Date(Date.now() - 60_000) };
  const [seen, ...within] = listQuery(ws, { by: null, conditions: [] }, recent);
  expect((await planOf(embedded, seen, within)).rowsRead).toBeLessThan(200);
});

test("a list that is read in its order goes on after the last contact it read, and has each once", async () => {
  test.setTimeout(120_000);
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const count = 2 * maxRead + 10;
  await embedded.query("alter table contact disable trigger user");
  await embedded.query("insert into workspace (id, slug, name, plan, created_at) values ($1, 'acme', 'Acme', 'pro', now())", [ws]);
  await embedded.query(
    `insert into contact (workspace_id, id, user_id, attributes, created_at, updated_at)
     select $1::uuid, gen_random_uuid(), 'user_' || u, case when u in (1, 2, 7000) then '{"plan": "pro"}' else '{}' end::jsonb, now(), now()
     from generate_series(1, $2::int) u`,
    [ws, count],
  );
  // Many were seen in the same second.
  await embedded.query(
    `insert into contact_activity (workspace_id, contact_id, last_seen_at)
     select workspace_id, id, to_timestamp(1700000000 - substr(user_id, 6)::int / 1000) from contact where workspace_id = $1::uuid`,
    [ws],
  );
  const pagesOf = async (conditions: Condition[]) => {
    const pages: string[][] = [];
    for (let after: typeof first.after | null = first.after; after; ) {
      const [sql, ...values] = listQuery(ws, { by: null, conditions }, { ...first, after });
      const { items, next } = pageFrom((await embedded.query(sql.text, values)).rows.map((row) => ListedRow.parse(row)));
      pages.push(items.map(({ userId }) => userId));
      const [at, id] = next === null ? [] : readCursor(next);
      after = at && id ? { at, id } : null;
    }
    return pages;
  };
  const few = await pagesOf([attribute("plan", "pro")]);
  expect(few).toHaveLength(3);
  expect(few.flat().toSorted()).toEqual(["user_1", "user_2", "user_7000"]);
  expect(few[2]).toEqual([]);
  const all = (await pagesOf([])).flat();
  expect(new Set(all).size).toBe(count);
  expect(all).toHaveLength(count);
});

test("a page of a timeline reads the newest items of each chat, and as many events", { tag: "@slow" }, async () => {
  test.setTimeout(240_000);
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const [contactId, personId] = [newId(), newId()];
  const run = (sql: string, ...values: unknown[]) => embedded.query(sql, values);
  await run("insert into workspace (id, slug, name, plan, created_at) values ($1, 'acme', 'Acme', 'pro', now())", ws);
  await run("insert into contact (workspace_id, id, user_id, created_at, updated_at) values ($1, $2, 'u', now(), now())", ws, contactId);
  await run(
    `insert into person (workspace_id, id, channel, visitor_id, contact_id, linked_by, created_at)
     values ($1, $2, 'website', 'v', $3, 'agent', now())`,
    ...[ws, personId, contactId],
  );
  for (const table of ["chat_item", "event"]) await run(`alter table ${table} disable trigger user`);
  await run(
    `insert into chat (workspace_id, id, person_id, status, last_seq, last_message_at, last_item_at, created_at)
     select $1, gen_random_uuid(), $2, 'closed', 1000, now(), now(), now() from generate_series(1, 20)`,
    ...[ws, personId],
  );
  await run(
    `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, data, created_at)
     select h.workspace_id, h.id, n, gen_random_uuid(), (case n % 3 when 0 then 'message' when 1 then 'note' else 'card' end)::item_kind,
       (case n % 3 when 0 then 'customer' when 1 then 'agent' else 'system' end)::author, 'Hello', '{}', now() - n * interval '1 minute'
     from chat h cross join generate_series(1, 1000) n where h.workspace_id = $1`,
    ws,
  );
  await run(
    `insert into event (workspace_id, id, contact_id, event, level, occurred_at, received_at, posted_to_conversations)
     select $1, gen_random_uuid(), $2, 'Order placed', 'info', now() - n * interval '1 minute', now(), 0 from generate_series(1, 20000) n`,
    ...[ws, contactId],
  );
  await run("vacuum analyze");
  const values = [ws, contactId, new Date(Date.now() - 3_600_000), last, null, 51];
  const written = await planOf(embedded, writtenStatement(undefined), values);
  expect(written.text).toContain("chat_item_written_idx");
  expect(written.rowsRead, written.text).toBeLessThanOrEqual(20 * 51);
  const events = await planOf(embedded, eventsStatement, values);
  expect(events.rowsRead, events.text).toBeLessThan(200);
  // None of the events was posted in the channel.
  const inChannel = await planOf(embedded, eventsStatement, [...values.slice(0, 4), "website", 51]);
  expect(inChannel.rowsRead, inChannel.text).toBeLessThan(maxEvents + 100);
});
