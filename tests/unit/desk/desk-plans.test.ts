import { test } from "@playwright/test";
import { listedStatement, listStatement } from "@/lib/chats/list-sql";
import { allViews } from "@/lib/chats/shared/views";
import { itemsByIdStatement, itemsStatement } from "@/lib/chats/sql";
import { panelStatement } from "@/lib/desk/panel/sql";
import { newId } from "@/lib/kernel/ids";
import type { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { planOf } from "../../support/plans";

const [ws, account] = [newId(), newId()];
const chatCount = 6_000;
/** More than a list reads of the items of a page, and than the counts above it read of the open chats; fewer than the rows of a table. */
const maxRows = 2_500;

const uuid = (kind: string) => `overlay(overlay(md5('${kind}' || n) placing '4' from 13) placing '8' from 17)::uuid`;

/** Chats of as many contacts with four messages and eight events each. One in 30 is open, one in 60 has an open problem. */
async function filled(): Promise<Embedded> {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const all = `from generate_series(1, ${chatCount}) n`;
  const statements = [
    "insert into workspace (id, slug, name, plan, created_at) values ($1, 'acme', 'Acme', 'pro', now())",
    "insert into account (id, email, name, password_hash, created_at) values ($2, 'ada@example.com', 'Ada', '', now())",
    "insert into member (workspace_id, account_id, role, created_at) values ($1, $2, 'agent', now())",
    `insert into contact (workspace_id, id, user_id, created_at, updated_at) select $1, ${uuid("c")}, 'user_' || n, now(), now() ${all}`,
    `insert into person (workspace_id, id, channel, visitor_id, contact_id, linked_by, created_at)
     select $1, ${uuid("p")}, 'website', 'visitor_' || n, case when n % 5 > 0 then ${uuid("c")} end, case when n % 5 > 0 then 'agent'::linked_by end, now() ${all}`,
    `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at, assignee_id)
     select $1, ${uuid("h")}, ${uuid("p")}, (case when n % 30 = 0 then 'open' else 'closed' end)::chat_status,
       case when n % 30 = 0 then ${uuid("p")} end, 4, now(), now() - n * interval '1 minute', now(), case when n % 60 = 0 then $2::uuid end ${all}`,
    `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
     select $1, ${uuid("h")}, s, gen_random_uuid(), 'message', (array['customer', 'agent'])[1 + s % 2]::author, 'Hello', now()
     ${all} cross join generate_series(1, 4) s`,
    "alter table event disable trigger user",
    `insert into event (workspace_id, id, contact_id, person_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
     select $1, gen_random_uuid(), case when n % 5 > 0 then ${uuid("c")} end, case when n % 5 = 0 then ${uuid("p")} end, 'Order placed', 'info', '{}',
       now() - s * interval '1 hour', now(), 0 ${all} cross join generate_series(1, 8) s`,
    `insert into problem (workspace_id, id, owner_id, reference, event, first_at, last_at, last_received_at, last_event_id, count)
     select $1, gen_random_uuid(), ${uuid("c")}, '', 'Payment failed', now(), now(), now(), gen_random_uuid(), 1 ${all} where n % 60 = 1`,
    `insert into mention (workspace_id, account_id, chat_id, seq, created_at) select $1, $2, ${uuid("h")}, 4, now() ${all} where n <= 20`,
    `insert into chat_read (workspace_id, account_id, chat_id, seq) select $1, $2, ${uuid("h")}, 4 ${all} where n % 3 = 0`,
    "vacuum analyze",
  ];
  for (const sql of statements) await embedded.query(sql.replaceAll("$1", `'${ws}'::uuid`).replaceAll("$2", `'${account}'::uuid`));
  return embedded;
}

test("the list, a chat and the panel read few rows, whatever they are filtered by, and whether or not the values are known", async () => {
  const embedded = await filled();
  const found = async (sql: string) => (await embedded.query<{ id: string }>(sql)).rows.map(({ id }) => id);
  const ids = await found("select id from chat where status = 'open' order by last_item_at desc limit 40");
  const [linked = ""] = await found("select c.id from chat c join person p on p.id = c.person_id where p.contact_id is not null limit 1");
  const [stranger = ""] = await found("select c.id from chat c join person p on p.id = c.person_id where p.contact_id is null limit 1");
  const base = [ws, account, new Date(), null, null];
  const reads: [name: string, sql: { text: string }, values: unknown[]][] = [
    ...allViews.map((view): [string, { text: string }, unknown[]] => [
      view,
      listStatement({ view, hasTag: false }, "first"),
      [...base, null, null, 31],
    ]),
    ["the next page", listStatement({ view: "closed", hasTag: false }, "next"), [...base, new Date(Date.now() - 3_600_000), linked, 31]],
    ["chats by id", listedStatement({ view: "open", hasTag: false }), [...base, ids]],
    ["the newest items", itemsStatement("last"), [ws, linked, 0, 2 ** 31, 50]],
    ["later items", itemsStatement("first"), [ws, linked, 2, 2 ** 31, 100]],
    ["items by id", itemsByIdStatement, [ws, linked, await found(`select id from chat_item where chat_id = '${linked}'`)]],
    ["the panel of a contact", panelStatement, [ws, linked, 21, new Date(0)]],
    ["the panel of a person", panelStatement, [ws, stranger, 21, new Date(0)]],
  ];
  for (const mode of ["force_custom_plan", "force_generic_plan"]) {
    await embedded.query(`set plan_cache_mode = ${mode}`);
    for (const [name, sql, values] of reads)
      expect((await planOf(embedded, sql, values)).rowsRead, `${name}, ${mode}`).toBeLessThan(maxRows);
  }
  await embedded.query("reset plan_cache_mode");
});
