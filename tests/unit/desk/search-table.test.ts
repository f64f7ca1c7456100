import { test } from "@playwright/test";
import fc from "fast-check";
import { conditionOf, matches, parseQuery } from "@/lib/desk/search/shared/query";
import { searchText } from "@/lib/desk/search/shared/text";
import { newId } from "@/lib/kernel/ids";
import type { Embedded } from "@/lib/platform/db/embedded";
import { adviceFor, migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { withMigrationsBefore } from "../../support/old-database";
import { runs } from "../../support/runs";

const migration = "20261125000100_search";
const [ws, contact, person, chat] = [newId(), newId(), newId(), newId()];

const rowsBefore = [
  `insert into workspace (id, slug, name, plan, created_at) values ('${ws}', 'acme', 'Acme', 'pro', now())`,
  `insert into contact (workspace_id, id, user_id, name, created_at, updated_at) values ('${ws}', '${contact}', 'u', 'Ada', now(), now())`,
  `insert into person (workspace_id, id, channel, phone, created_at) values ('${ws}', '${person}', 'whatsapp', '447911123456', now())`,
  `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
   values ('${ws}', '${chat}', '${person}', 'open', '${person}', 0, now(), now(), now())`,
];

const insertItem = (kind: string, author: string, id = newId()) =>
  `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
   select '${ws}', '${chat}', count(*) + 1, '${id}', '${kind}', '${author}', 'Hello', now() from chat_item`;

const insertEvent = (event: string, reference?: string) =>
  `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
   values ('${ws}', '${newId()}', '${contact}', '${event}', 'info', '${JSON.stringify(reference === undefined ? {} : { reference })}', now(), now(), 0)`;

/** What waits to be indexed, and takes it from the queue. */
async function waiting(embedded: Embedded): Promise<string[]> {
  const { rows } = await embedded.query<{ what: string }>(
    "delete from search_todo returning kind::text || ' ' || coalesce(target::text, event || '/' || reference) as what",
  );
  return rows.map(({ what }) => what).sort();
}

test("the statements find what the pure function says, also with signs that mean something in LIKE", async () => {
  const embedded = await emptiedDatabase();
  await embedded.query("create table texts (search_text text)");
  const alphabet = fc.constantFrom(..."ab1 2%_\\'\"é-Ł田+()".split(""));
  const text = fc.string({ unit: alphabet, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), text, async (texts, typed) => {
      const query = parseQuery(typed);
      if (!query) return;
      const stored = texts.map((one) => searchText([one]));
      const { sql, values } = conditionOf(query, "t.search_text", 2);
      const { rows } = await embedded.query<{ text: string }>(
        `select t.search_text as text from jsonb_array_elements_text($1::jsonb) t(search_text) where ${sql}`,
        [JSON.stringify(stored), ...values],
      );
      expect(rows.map((row) => row.text)).toEqual(stored.filter((one) => matches(query, one)));
    }),
    { numRuns: runs(300) },
  );
});

test("after an upgrade all that is there is to be indexed, and every write of any version puts what it changed into the queue", async () => {
  const embedded = await emptiedDatabase();
  await withMigrationsBefore(migration, (root) => migrateEmbedded(embedded, root));
  for (const sql of rowsBefore) await embedded.query(sql);
  await migrateEmbedded(embedded);
  const { rows } = await embedded.query<{ kind: string }>("select kind::text as kind from search_backfill b order by b.kind");
  expect(rows.map(({ kind }) => kind)).toEqual(["contact", "person", "message", "event"]);
  expect(await waiting(embedded)).toEqual([]);

  const message = newId();
  const written: [sql: string, waits: string[]][] = [
    [insertItem("message", "customer", message), [`message ${message}`]],
    [insertItem("note", "system"), []],
    [insertItem("card", "system"), []],
    [`update chat_item set data = '{"reactions": []}' where id = '${message}'`, []],
    [`update chat_item set text = 'Hi' where id = '${message}'`, [`message ${message}`]],
    [`update chat_item set text = '', data = '{"isDeleted": true}' where id = '${message}'`, [`message ${message}`]],
    [`update contact set attributes = '{"plan": "pro"}', updated_at = now()`, []],
    ["update contact set phone = '447911000001', phone_since = now()", [`contact ${contact}`]],
    [`update person set contact_id = '${contact}', linked_by = 'agent'`, []],
    ["update person set name = 'Ada'", [`person ${person}`]],
    [insertEvent("Page viewed"), ["event Page viewed/"]],
    [insertEvent("Order placed", "ORD-1"), ["event Order placed/ORD-1"]],
    [
      `insert into search_event values ('${ws}', 'Page viewed', '', now(), ' page viewed'), ('${ws}', 'Order placed', 'ORD-1', now(), ' order')`,
      [],
    ],
    // A flood of events without a reference costs nothing.
    [insertEvent("Page viewed"), []],
    [insertEvent("Order placed", "ORD-1"), ["event Order placed/ORD-1"]],
    ["delete from event where properties <> '{}'", ["event Order placed/ORD-1"]],
    [
      "update contact set user_id = null, name = null, phone = null, phone_since = null, attributes = '{}', deleted_at = now()",
      [`contact ${contact}`],
    ],
    [`delete from chat_item where id = '${message}'`, [`message ${message}`]],
  ];
  for (const [sql, expected] of written) {
    await embedded.query(sql);
    expect(await waiting(embedded), sql).toEqual(expected);
  }
});

test("a part of a word is looked for in an index of the workspace", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  await embedded.query(
    `insert into search_message select case when n % 50 = 0 then $1::uuid else gen_random_uuid() end, gen_random_uuid(), now(), ' order ' || md5(n::text)
     from generate_series(1, 20000) n`,
    [ws],
  );
  await embedded.query("analyze search_message");
  for (const typed of ["order 8f14e", "8f14", "8f1"]) {
    const { sql, values } = conditionOf(parseQuery(typed) ?? { alternatives: [] }, "s.search_text", 2);
    const { rows } = await embedded.query<Record<string, string>>(
      `explain select id from search_message s where s.workspace_id = $1::uuid and ${sql}`,
      [ws, ...values],
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n"), typed).toContain("search_message_text_idx");
  }
});

test("a start without the extensions says what to do, and another failure is not blamed on them", () => {
  for (const reason of [
    'permission denied to create extension "pg_trgm"',
    'extension "btree_gin" is not available',
    'operator class "gin_trgm_ops" does not exist for access method "gin"',
    'could not open extension control file "/usr/share/postgresql/15/extension/pg_trgm.control": No such file or directory',
  ]) {
    expect(adviceFor(reason), reason).toContain("create extension if not exists pg_trgm; create extension if not exists btree_gin;");
    expect(adviceFor(reason).includes("contrib"), reason).toBe(/available|control file/.test(reason));
  }
  expect(adviceFor('relation "contact" does not exist')).toBe("");
});
