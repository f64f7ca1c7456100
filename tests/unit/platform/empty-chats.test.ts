import { test } from "@playwright/test";
import { newId } from "@/lib/kernel/ids";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { withMigrationsBefore } from "../../support/old-database";

const migration = "20261128000000";
const ws = newId();

test("an upgrade removes the chats that an upload alone had opened, keeps their files for the visitor, and no other chat goes", async () => {
  const embedded = await emptiedDatabase();
  await withMigrationsBefore(migration, (root) => migrateEmbedded(embedded, root));
  await embedded.query("insert into workspace (id, slug, name, plan, created_at) values ($1, 'acme', 'Acme', 'pro', now())", [ws]);
  const account = newId();
  await embedded.query(
    "insert into account (id, email, name, password_hash, created_at) values ($1, 'ada@example.com', 'Ada', 'x', now())",
    [account],
  );

  type Item = { kind: string; author: string };
  async function chatWith(
    name: string,
    { items = [], status = "open", channel = "website" }: Partial<{ items: Item[]; status: string; channel: string }>,
  ) {
    const [person, chat, file] = [newId(), newId(), newId()];
    await embedded.query(
      "insert into person (workspace_id, id, channel, phone, visitor_id, created_at) values ($1, $2, $3::text::channel, $4, $5, now())",
      [ws, person, channel, channel === "whatsapp" ? "447911000001" : null, channel === "website" ? name : null],
    );
    await embedded.query(
      `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
       values ($1, $2, $3, $4::text::chat_status, $5, $6, '2026-11-01', '2026-11-01', '2026-11-01')`,
      [ws, chat, person, status, status === "open" ? person : null, items.length],
    );
    for (const [index, { kind, author }] of items.entries())
      await embedded.query(
        `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, created_at)
         values ($1, $2, $3, $4, $5::text::item_kind, $6::text::author, '2026-11-01')`,
        [ws, chat, index + 1, newId(), kind, author],
      );
    await embedded.query("insert into chat_read (workspace_id, account_id, chat_id, seq) values ($1, $2, $3, 0)", [ws, account, chat]);
    await embedded.query(
      `insert into attachment (workspace_id, id, chat_id, name, type, bytes, storage_key, created_at)
       values ($1, $2, $3, 'a.png', 'image/png', 1, $4, now())`,
      [ws, file, chat, `${ws}/${file}`],
    );
    return { chat, file };
  }

  const system = [
    { kind: "card", author: "system" },
    { kind: "note", author: "system" },
  ];
  const gone = [await chatWith("empty", {}), await chatWith("digest", { items: system }), await chatWith("closed", { status: "closed" })];
  const untouched = [
    await chatWith("message", { items: [{ kind: "message", author: "customer" }] }),
    await chatWith("note", { items: [...system, { kind: "note", author: "agent" }] }),
    await chatWith("pressed", { items: [{ kind: "action", author: "agent" }], status: "closed" }),
    await chatWith("whatsapp", { channel: "whatsapp" }),
    await chatWith("helpdesk-1", { status: "closed" }),
  ];
  await migrateEmbedded(embedded);

  const { rows: chats } = await embedded.query<{ id: string }>("select id from chat");
  expect(chats.map(({ id }) => id).sort()).toEqual(untouched.map(({ chat }) => chat).sort());
  const { rows: files } = await embedded.query<{ id: string; chat_id: string | null; visitor_id: string | null }>(
    "select id, chat_id, visitor_id from attachment",
  );
  const byId = new Map(files.map((file) => [file.id, file]));
  expect(gone.map(({ file }) => byId.get(file)?.visitor_id)).toEqual(["empty", "digest", "closed"]);
  expect(untouched.map(({ file }) => byId.get(file)?.chat_id)).toEqual(untouched.map(({ chat }) => chat));
  expect((await embedded.query("select from chat_item where chat_id = any($1::uuid[])", [gone.map(({ chat }) => chat)])).rows).toEqual([]);
});
