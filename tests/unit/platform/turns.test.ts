import { test } from "@playwright/test";
import { lanes } from "@/lib/channels/inbound/lanes";
import { queues } from "@/lib/channels/inbound/queues";
import * as inbound from "@/lib/channels/inbound/sql";
import * as outbound from "@/lib/channels/outbound/sql";
import { appendStatement, openChatsStatement } from "@/lib/channels/together/sql";
import * as push from "@/lib/desk/notifications/push/sql";
import * as search from "@/lib/desk/search/indexing/sql";
import { lowestId } from "@/lib/kernel/id-bounds";
import { newId } from "@/lib/kernel/ids";
import { findAllStatement } from "@/lib/people/find";
import type { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { measure, sizeOf } from "@/lib/platform/db/turns/size";
import { takeStatement } from "@/lib/platform/db/turns/sql";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { planOf } from "../../support/plans";

const [ws, other] = [newId(), newId()];
const waiting = 20_000;
/** More than one turn takes, and than the senders or chats that it passes; far fewer than what waits. */
const maxRows = 1_500;
const all = `from generate_series(1, ${waiting}) n`;

/** Much that waits of one workspace: half of it of one sender or in one chat, the rest of as many senders or chats as there are. */
async function filled(): Promise<Embedded> {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const uuid = (kind: string, of = "n") => `overlay(overlay(md5('${kind}' || ${of}) placing '4' from 13) placing '8' from 17)::uuid`;
  const chat = uuid("h", "case when n % 2 = 0 then 0 else n end");
  for (const sql of [
    `insert into workspace (id, slug, name, plan, created_at) values ('${ws}', 'acme', 'Acme', 'pro', now()), ('${other}', 'other', 'Other', 'pro', now())`,
    `insert into integration (workspace_id, kind, settings, created_at, updated_at) values ('${ws}', 'whatsapp', '{"isOn": true}', now(), now())`,
    `insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at)
     select '${ws}', 'whatsapp', n::text, ${uuid("i")}, 'm:' || md5(case when n % 2 = 0 then '0' else n::text end), '{}', now() ${all}`,
    `insert into outbound_message (workspace_id, id, chat_id, seq, channel, state, next_try_at, created_at, updated_at)
     select '${ws}', ${uuid("o")}, ${chat}, n, 'whatsapp', 'queued', now(), now(), now() ${all}`,
    `insert into push_chat (workspace_id, chat_id, due_at) select '${ws}', ${uuid("h")}, now() ${all}`,
    `insert into search_todo (workspace_id, kind, target) select '${ws}', 'contact', ${uuid("c")} ${all}`,
    `insert into search_todo (workspace_id, kind, target) values ('${other}', 'contact', '${newId()}')`,
    // Without what follows from them.
    "set session_replication_role = replica",
    `insert into person (workspace_id, id, channel, phone, created_at) select '${ws}', ${uuid("p")}, 'whatsapp', n::text, now() ${all}`,
    `insert into person_identity (workspace_id, channel, kind, value, person_id, created_at)
     select '${ws}', 'whatsapp', 'phone', n::text, ${uuid("p")}, now() ${all}`,
    `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
     select '${ws}', ${uuid("k")}, ${uuid("p")}, 'open', ${uuid("p")}, 0, now(), now(), now() ${all}`,
    "set session_replication_role = origin",
  ])
    await embedded.query(sql);
  return embedded;
}

test("a turn reads what it takes, never the backlog, also where nobody has analyzed the tables", async () => {
  test.setTimeout(120_000);
  const embedded = await filled();
  const now = new Date(Date.now() + 60_000);
  const { rows: people } = await embedded.query<{ n: string; personId: string; chatId: string }>(
    `select p.phone as n, p.id as "personId", h.id as "chatId" from person p join chat h on h.open_for = p.id where length(p.phone) < 2`,
  );
  const senders = people.map(({ n }, index) => ({
    n: index,
    channel: "whatsapp",
    phone: n,
    channelUserId: `GB.${n}`,
    parentUserId: null,
    at: now,
  }));
  const added = people.map((one, n) => ({ ...one, n, entry: one.n, id: newId(), name: null, text: "Hello", data: {}, at: now }));
  const addedOf = [JSON.stringify(added), people.map(({ n }) => n), people.map(({ chatId }) => chatId), "whatsapp"];
  const [many] = (await embedded.query<{ sender: string }>("select 'm:' || md5('0') as sender")).rows;
  const reads: [name: string, sql: { text: string }, values: unknown[]][] = [
    ["the turn", takeStatement, ["inbound", []]],
    ["messages", inbound.takeStatement, [ws, "m", "n", 20]],
    ["what follows them", inbound.followersStatement, [ws, [many?.sender], [lowestId], 20]],
    ["their people", findAllStatement, [ws, JSON.stringify(senders)]],
    ["their chats", openChatsStatement, [ws, people.map(({ personId }) => personId)]],
    ["what is added to them", appendStatement, [ws, ...addedOf]],
    ["the next message", inbound.nextStatement(lanes.message), [ws]],
    ["the next file", inbound.nextStatement(lanes.file), [ws]],
    ["outgoing messages", outbound.takeStatement, [ws, lowestId, now, 20]],
    ["the next outgoing message", outbound.nextStatement, [ws]],
    ["what is pushed", push.takeStatement, [ws, now, 50]],
    ["the next chat to push", push.nextStatement, [ws]],
    ["what is indexed", search.takeStatement, [lowestId, 100, 100]],
  ];
  for (const when of ["at first", "later"]) {
    for (const [name, sql, values] of reads)
      expect.soft((await planOf(embedded, sql, values)).rowsRead, `${name}, ${when}`).toBeLessThan(maxRows);
    await embedded.query("vacuum analyze");
  }
  await embedded.close();
});

test("the search's index takes an equal share of each workspace, and what those with little leave of theirs", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const [much, more, little] = [newId(), newId(), newId()];
  for (const id of [much, more, little])
    await embedded.query("insert into workspace (id, slug, name, plan, created_at) values ($1::uuid, $2, 'Name', 'pro', now())", [id, id]);
  const add = (id: string, count: number) =>
    embedded.query(
      "insert into search_todo (workspace_id, kind, target) select $1, 'contact', gen_random_uuid() from generate_series(1, $2::int)",
      [id, count],
    );
  for (const [id, count] of [[much, 200] as const, [more, 200] as const, [little, 4] as const]) await add(id, count);
  const take = async () => {
    const { rows } = await embedded.query<{ workspaceId: string }>(search.takeStatement.text, [lowestId, 100, 90]);
    return [much, more, little].map((id) => rows.filter(({ workspaceId }) => workspaceId === id).length);
  };
  expect(await take()).toEqual([43, 43, 4]);
  await add(little, 30);
  expect(await take()).toEqual([30, 30, 30]);
  expect(await take()).toEqual([45, 45, 0]);
  await embedded.close();
});

test("work has its turn from the moment on at which it is due, and keeps the one that it has", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const due = async () =>
    (await embedded.query<{ ms: number }>("select round(extract(epoch from due_at - now()))::int as ms from queue_turn")).rows.map(
      ({ ms }) => ms,
    );
  const chat = (inSeconds: number) =>
    embedded.query(
      `insert into push_chat (workspace_id, chat_id, due_at) values ('${ws}', gen_random_uuid(), now() + interval '${inSeconds} seconds')`,
    );
  await chat(100);
  expect(await due()).toEqual([100]);
  await chat(500);
  expect(await due()).toEqual([100]);
  await chat(-50);
  expect(await due()).toEqual([-50]);
  await embedded.query("update push_chat set due_at = now() - interval '1 day'");
  expect(await due()).toEqual([-86_400]);
  await embedded.close();
});

test("a turn goes to the workspace that is due longest, which is due last from then on", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const [first, second, third, later] = [newId(), newId(), newId(), newId()];
  const dueIn = { [first]: -1, [second]: -3, [third]: -2, [later]: 60 };
  for (const [id, minutes] of Object.entries(dueIn))
    await embedded.query("insert into queue_turn values ($1, 'inbound', now() + $2::int * interval '1 minute')", [id, minutes]);
  await embedded.query("insert into queue_turn values ($1, 'outbound', now() - interval '1 hour')", [later]);
  const take = async (except: string[] = []) =>
    (await embedded.query<{ workspaceId: string }>(takeStatement.text, ["inbound", except])).rows[0]?.workspaceId;
  const turns: (string | undefined)[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    // The clock of the embedded database has whole milliseconds: two turns in one of them are due at the same time.
    const recent = "select from queue_turn where due_at between now() - interval '2 milliseconds' and now() + interval '1 second'";
    await expect.poll(async () => (await embedded.query(recent)).rows.length).toBe(0);
    turns.push(await take());
  }
  expect(turns).toEqual([second, third, first, second, third, first]);
  expect([await take([second]), await take([second, third, first])]).toEqual([third, undefined]);
  await embedded.close();
});

test("a turn is that of one workspace, also where the planner knows of fewer", async () => {
  const embedded = await emptiedDatabase();
  await migrateEmbedded(embedded);
  const due = (minutes: number) =>
    embedded.query("insert into queue_turn values ($1, 'inbound', now() - $2::int * interval '1 minute')", [newId(), minutes]);
  await due(9);
  await embedded.query("analyze queue_turn");
  // In the order in which they are due, as they come.
  for (const minutes of [8, 7, 6]) await due(minutes);
  const left = async () => (await embedded.query("select from queue_turn where due_at < now() - interval '1 minute'")).rows.length;
  for (const after of [3, 2, 1, 0]) {
    expect((await embedded.query(takeStatement.text, ["inbound", []])).rows).toHaveLength(1);
    expect(await left()).toBe(after);
  }
});

test("a turn has as many items as take about a tenth of a second, but no fewer than are done together", () => {
  const queue = { name: newId(), first: 4, max: 50 };
  expect(sizeOf(queue, ws)).toBe(4);
  measure(queue.name, ws, { count: 4, tookMs: 40 });
  expect(sizeOf(queue, ws)).toBe(10);
  measure(queue.name, ws, { count: 0, tookMs: 1_000 });
  expect(sizeOf(queue, ws)).toBe(10);
  for (let turn = 0; turn < 30; turn += 1) measure(queue.name, ws, { count: 1, tookMs: 5_000 });
  expect(sizeOf(queue, ws)).toBe(1);
  const [messages] = queues;
  expect(messages && sizeOf({ ...messages, name: queue.name }, ws)).toBe(20);
  expect(sizeOf(queue, other)).toBe(4);
  for (let turn = 0; turn < 60; turn += 1) measure(queue.name, ws, { count: 50, tookMs: 1 });
  expect(sizeOf(queue, ws)).toBe(50);
});
