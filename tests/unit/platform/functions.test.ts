import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import type { Embedded } from "@/lib/platform/db/embedded";
import { formOf } from "@/lib/platform/db/functions";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { changedFunctions } from "@/prisma/changed-functions";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { rootWith } from "../../support/old-database";
import { asDistributed, isOwnShard, looksDistributed } from "../../support/one-shard";

const folder = "prisma/functions";
const sources = readdirSync(folder).filter((file) => file.endsWith(".sql"));

test("the migrations make the functions of prisma/functions, and no others", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  expect(await changedFunctions(embedded)).toEqual({ changed: [], unknown: [] });
});

test("a statement that is marked is made for both kinds of database", () => {
  const source = `BEGIN
  ON SHARD OF NEW."workspace_id": SELECT c."id" INTO found FROM @chat@ c WHERE c."workspace_id" = {NEW."workspace_id"} AND c."seq" > {least};
  PREPARED ON SHARD OF ws: DELETE FROM @chat@ c WHERE c."id" = {found as uuid}[[citus:  AND true]];
END`;
  expect(formOf(source, "postgresql")).toBe(`BEGIN
  SELECT c."id" INTO found FROM "chat" c WHERE c."workspace_id" = NEW."workspace_id" AND c."seq" > least;
  DELETE FROM "chat" c WHERE c."id" = found;
END`);
  expect(formOf(source, "citus")).toBe(`BEGIN
  EXECUTE format($q$SELECT c."id" FROM %s c WHERE c."workspace_id" = $1 AND c."seq" > $2$q$, shard_of('chat', NEW."workspace_id")) INTO found USING NEW."workspace_id", least;
  EXECUTE shard_query(ws, $q$DELETE FROM @chat@ c WHERE c."id" = ($1::uuid) AND true$q$, (found)::text);
END`);
});

/** Where a body has one text for each kind of database: both were compared when the line had this mark. */
function markedTexts(source: string): { mark: string; digest: string }[] {
  return [...source.matchAll(/^--- postgresql ?(\w*)\n([\s\S]*?)^--- both/gm)].map(([, mark = "", texts = ""]) => ({
    mark,
    digest: createHash("sha256").update(texts.replace(/\s+/g, " ")).digest("hex").slice(0, 8),
  }));
}

for (const file of sources)
  test(`neither of two texts for one body is changed alone: ${file}`, () => {
    const texts = markedTexts(readFileSync(join(folder, file), "utf8"));
    // After a change compare both texts, and then write the new mark behind “--- postgresql”.
    expect(texts.map(({ mark }) => mark)).toEqual(texts.map(({ digest }) => digest));
  });

const [ws, person, contact, chat, account] = [newId(), newId(), newId(), newId(), newId()];

/** Everything that triggers do besides problems, which tests/unit/context/problem-table.test.ts compares. */
const writes = [
  `insert into workspace (id, slug, name, plan, created_at) values ('${ws}', 'acme', 'Acme', 'pro', now())`,
  `insert into account (id, email, name, password_hash, created_at) values ('${account}', 'a@example.com', 'Ada', '', now())`,
  `insert into contact (workspace_id, id, user_id, attributes, created_at, updated_at) values ('${ws}', '${contact}', 'u', '{"plan": "pro"}', now(), now())`,
  `insert into person (workspace_id, id, channel, visitor_id, created_at) values ('${ws}', '${person}', 'website', 'v', now())`,
  `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
    values ('${ws}', '${chat}', '${person}', 'open', '${person}', 0, '2026-01-01T10:00:00Z', now(), now())`,
  `update person set contact_id = '${contact}'`,
  ...[
    ["customer", "Hello"],
    ["agent", "Hi"],
    ["customer", "Again"],
  ].map(
    ([author, text], index) => `insert into chat_item (workspace_id, chat_id, id, seq, kind, author, text, account_id, created_at)
    values ('${ws}', '${chat}', gen_random_uuid(), ${index + 1}, 'message', '${author}', '${text}', ${author === "agent" ? `'${account}'` : "null"},
      '2026-01-01T10:0${index}:00Z')`,
  ),
  "update chat set last_message_at = '2026-01-01T10:02:00Z'",
  `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
    values ('${ws}', gen_random_uuid(), '${contact}', 'Paid', 'info', '{"reference": "r"}', '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z', 0),
      ('${ws}', gen_random_uuid(), '${contact}', 'Seen', 'info', '{}', '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z', 0)`,
  "delete from event where event = 'Seen'",
  `update contact set attributes = '{"plan": "free", "seats": 4}'`,
  "update chat_item set text = 'Hi there' where seq = 2",
  "delete from chat_item where seq = 3",
  `insert into queue_turn (workspace_id, queue, due_at) values ('${ws}', 'push', '2001-02-01')`,
  `select queue_turn_due('${ws}', 'push', '2001-01-15'), queue_turn_due('${ws}', 'push', '2001-03-01'), queue_turn_due('${ws}', 'files', '2001-01-16')`,
  "update contact set user_id = null, deleted_at = '2026-01-03T10:00:00Z', attributes = '{}'",
];

/** What triggers wrote after each of the writes. */
async function writtenBy(embedded: Embedded): Promise<unknown[]> {
  const read = `select
    (select jsonb_agg(jsonb_build_array(kind, target is null, event, reference) order by id) from search_todo) as todo,
    (select jsonb_agg(jsonb_build_array(contact_id, last_seen_at)) from contact_activity) as activity,
    (select jsonb_agg(jsonb_build_array(contact_id, facets)) from contact_facet) as facets,
    (select jsonb_agg(jsonb_build_array(seq, channel, account_id, asked_at, answered_at)) from first_answer) as answers,
    (select jsonb_agg(jsonb_build_array(queue, case when due_at < '2002-01-01' then due_at end) order by queue) from queue_turn) as turns`;
  const states: unknown[] = [];
  for (const sql of writes) {
    await embedded.query(sql);
    states.push((await embedded.query(read)).rows[0]);
  }
  return states;
}

test("triggers write the same on both kinds of database", async () => {
  const written: unknown[][] = [];
  for (const change of [async () => {}, asDistributed]) {
    const embedded = await emptiedDatabase();
    await migrateEmbedded(embedded);
    await change(embedded);
    written.push(await writtenBy(embedded));
  }
  expect(written[1]).toEqual(written[0]);
  const ever = (name: string) => written[0]?.some((state) => (state as Record<string, unknown>)[name] !== null);
  expect(["todo", "activity", "facets", "answers", "turns"].filter((name) => !ever(name))).toEqual([]);
});

test("a migration that changes a trigger is applied to both kinds of database", async () => {
  const root = rootWith("20990101000000_later_turns", "");
  const file = join(root, folder, "queues.sql");
  const old = readFileSync(file, "utf8");
  const changed = old.replace("IF due > at THEN", "IF due > at + interval '1 hour' THEN");
  expect(changed).not.toBe(old);
  writeFileSync(file, changed);
  const next = await emptiedDatabase();
  await migrateEmbedded(next);
  const { changed: statements } = await changedFunctions(next, root);
  expect(statements).toHaveLength(1);
  // As `npm run migration` writes it.
  writeFileSync(join(root, "prisma/migrations/20990101000000_later_turns/migration.sql"), `${statements.join(";\n")};\n`);
  for (const isDistributed of [false, true]) {
    const embedded = await emptiedDatabase();
    await migrateEmbedded(embedded);
    if (isDistributed) await looksDistributed(embedded);
    expect(await migrateEmbedded(embedded, root)).toEqual(["20990101000000_later_turns"]);
    if (isDistributed) await isOwnShard(embedded);
    await embedded.query(`insert into workspace (id, slug, name, plan, created_at) values ('${ws}', 'acme', 'Acme', 'pro', now())`);
    const dueAfter = async (at: string) => {
      await embedded.query(`select queue_turn_due('${ws}', 'push', '${at}')`);
      const { rows } = await embedded.query<{ due: string }>("select to_char(due_at at time zone 'utc', 'HH24:MI') as due from queue_turn");
      return rows[0]?.due;
    };
    expect([await dueAfter("2026-01-01T12:00Z"), await dueAfter("2026-01-01T11:30Z"), await dueAfter("2026-01-01T10:30Z")]).toEqual([
      "12:00",
      "12:00",
      "10:30",
    ]);
  }
});
