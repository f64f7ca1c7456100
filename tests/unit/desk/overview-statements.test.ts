import { test } from "@playwright/test";
import { bucketsOf } from "@/lib/desk/overview/shared/buckets";
import * as sql from "@/lib/desk/overview/sql";
import { newId } from "@/lib/kernel/ids";
import type { Embedded } from "@/lib/platform/db/embedded";
import { migrateEmbedded } from "@/lib/platform/db/migrate";
import { addStatement } from "@/lib/workspace/usage/sql";
import { emptiedDatabase } from "../../support/emptied";
import { expect } from "../../support/expect";
import { breaches } from "../../support/invariants";
import { withMigrationsBefore } from "../../support/old-database";

// The statements of the overview on made-up rows whose numbers are known.

const migration = "20261125000300_overview";
const [ws, foreign] = [newId(), newId()];
const zone = "Europe/Berlin";
const range = { from: new Date("2026-10-24T22:00:00Z"), to: new Date("2026-10-25T23:00:00Z"), zone };
const starts = bucketsOf(range).map((start) => start.toISOString());
const within = [ws, range.from, range.to];
const maxRows = 100_000;

const ask = async <Row>(embedded: Embedded, text: string, values: unknown[] = []) =>
  (await embedded.query<Record<string, unknown>>(text, values)).rows as Row[];

// Default mode runs these tests in one worker and in order: the migrations are applied once, and the upgrade is last.
test.describe.configure({ mode: "default" });

let migrated: Promise<Embedded> | undefined;

async function withWorkspaces(): Promise<Embedded> {
  migrated ??= emptiedDatabase().then(async (embedded) => {
    await migrateEmbedded(embedded);
    return embedded;
  });
  const embedded = await migrated;
  await ask(embedded, "truncate workspace, account, event, problem, chat_item, first_answer, api_minute, action_call cascade");
  for (const [id, slug] of [
    [ws, "acme"],
    [foreign, "other"],
  ])
    await ask(embedded, "insert into workspace (id, slug, name, plan, created_at) values ($1, $2, $2, 'pro', now())", [id, slug]);
  return embedded;
}

async function contact(embedded: Embedded, workspace = ws): Promise<string> {
  const id = newId();
  await ask(
    embedded,
    "insert into contact (workspace_id, id, user_id, created_at, updated_at) values ($1, $2::uuid, $2::text, now(), now())",
    [workspace, id],
  );
  return id;
}

type Event = { at: string; event?: string; level?: "problem" | "info"; workspace?: string; owner: string };
const event = (embedded: Embedded, { at, event: name = "Payment failed", level = "problem", workspace = ws, owner }: Event) =>
  ask(
    embedded,
    `insert into event (workspace_id, id, contact_id, event, level, occurred_at, received_at, posted_to_conversations)
     values ($1, $2, $3, $4, $5::level, $6, now(), 0)`,
    [workspace, newId(), owner, name, level, at],
  );

const problemsOf = (embedded: Embedded, { max = maxRows, names = 2 } = {}) =>
  ask<{ bucket: number; rank: number; name: string | null; count: number; since: Date | null }>(embedded, sql.problemsStatement.text, [
    ...within,
    starts,
    max,
    names,
  ]);

test("problems are counted by the hour of the zone in which they happened, those of rare names together", async () => {
  const embedded = await withWorkspaces();
  const owner = await contact(embedded);
  // 02:30 twice: before and after the clocks go back.
  for (const at of ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T01:59:59.999Z"]) await event(embedded, { at, owner });
  await event(embedded, { at: "2026-10-25T01:30:00Z", owner, event: "Card declined" });
  await event(embedded, { at: "2026-10-25T02:00:00Z", owner, event: "Card declined" });
  for (const name of ["Login failed", "Upload failed"]) await event(embedded, { at: "2026-10-25T20:00:00Z", owner, event: name });
  await event(embedded, { at: "2026-10-25T20:00:00Z", owner, level: "info" });
  for (const at of ["2026-10-24T21:59:59.999Z", "2026-10-25T23:00:00Z"]) await event(embedded, { at, owner });
  await event(embedded, { at: "2026-10-25T20:00:00Z", workspace: foreign, owner: await contact(embedded, foreign) });

  const found = (await problemsOf(embedded)).map(({ bucket, rank, name, count, since }) => [bucket, rank, name, count, since]);
  expect(found).toEqual([
    [2, 1, "Payment failed", 1, null],
    [3, 1, "Payment failed", 2, null],
    [3, 2, "Card declined", 1, null],
    [4, 2, "Card declined", 1, null],
    [22, 3, null, 2, null],
  ]);
  expect((await problemsOf(embedded, { max: 3 })).map(({ count, since }) => [count, since?.toISOString()])).toEqual([
    [1, "2026-10-25T02:00:00.000Z"],
    [1, "2026-10-25T02:00:00.000Z"],
    [1, "2026-10-25T02:00:00.000Z"],
  ]);
});

test("problems of a deleted contact are not counted while they wait for their removal", async () => {
  const embedded = await withWorkspaces();
  const [deleted, other] = [await contact(embedded), await contact(embedded)];
  for (const owner of [deleted, other, other]) await event(embedded, { at: "2026-10-25T10:00:00Z", owner });
  await ask(embedded, "update contact set user_id = null, deleted_at = now() where id = $1", [deleted]);
  expect((await problemsOf(embedded)).map(({ count }) => count)).toEqual([2]);
});

test("open problems are counted by the time since their first event, up to a bound", async () => {
  const embedded = await withWorkspaces();
  for (const at of ["2026-10-25T11:59:00Z", "2026-10-25T10:00:00Z", "2026-10-25T10:00:00Z", "2026-10-20T00:00:00Z"])
    await event(embedded, { at, owner: await contact(embedded) });
  const closed = await contact(embedded);
  const [failed, paid] = [newId(), newId()];
  for (const [id, name, level, at] of [
    [failed, "Payment failed", "problem", "2026-10-25T11:00:00Z"],
    [paid, "Payment received", "info", "2026-10-25T11:30:00Z"],
  ])
    await ask(
      embedded,
      `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
       values ($1, $2, $3, $4, $5::level, '{"reference": "R"}', $6, now(), 0)`,
      [ws, id, closed, name, level, at],
    );
  const open = (max: number) =>
    ask<{ age: string; count: number }>(embedded, sql.openProblemsStatement.text, [
      ws,
      ["under1h", "under4h", "older"],
      ["2026-10-25T11:00:00Z", "2026-10-25T08:00:00Z", "-infinity"],
      ["infinity", "2026-10-25T11:00:00Z", "2026-10-25T08:00:00Z"],
      max,
    ]);
  expect((await open(10)).map(({ age, count }) => [age, count])).toEqual([
    ["under1h", 1],
    ["under4h", 2],
    ["older", 1],
  ]);
  expect((await open(1)).map(({ count }) => count)).toEqual([1, 1, 1]);
});

/** A chat whose items come in the order of this list: who wrote, and when; "closed" is the trace of a closing. */
async function chat(
  embedded: Embedded,
  items: [author: string, at: string, account?: string][],
  { channel = "whatsapp", workspace = ws } = {},
) {
  const [chatId, person] = [newId(), newId()];
  await ask(embedded, "insert into person (workspace_id, id, channel, created_at) values ($1, $2, $3::channel, now())", [
    workspace,
    person,
    channel,
  ]);
  await ask(
    embedded,
    `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
     values ($1, $2, $3, 'open', $3, $4, now(), now(), now())`,
    [workspace, chatId, person, items.length],
  );
  for (const [index, [author, at, account]] of items.entries()) {
    const kind = author === "customer" || author === "agent" ? "message" : author === "card" ? "card" : "note";
    const by = kind === "message" ? author : author === "note" ? "agent" : "system";
    const data = author === "closed" ? '{"change": {"what": "closed"}}' : null;
    await ask(
      embedded,
      `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, account_id, text, data, created_at)
       values ($1, $2, $3, $4, $5::item_kind, $6::author, $7, 'x', $8::jsonb, $9)`,
      [workspace, chatId, index + 1, newId(), kind, by, account ?? null, data, at],
    );
  }
  return chatId;
}

type Waits = { bucket: number | null; count: number; median: number | null; p90: number | null };
const waitsOf = async (embedded: Embedded, max = maxRows) =>
  (await ask<Waits>(embedded, sql.waitsStatement.text, [...within, starts, max]))
    .map(({ bucket, count, median, p90 }) => [bucket, count, median, p90])
    .sort(([a], [b]) => (a ?? 99) - (b ?? 99));

const at = (clock: string) => `2026-10-25T${clock}Z`;

test("a wait lasts from the first message that nobody answered to the next message of an agent", async () => {
  const embedded = await withWorkspaces();
  await chat(embedded, [
    ["agent", at("08:00:00")],
    ["customer", at("09:00:00")],
    ["note", at("09:00:30")],
    ["card", at("09:00:40")],
    ["customer", at("09:05:00")],
    ["agent", at("09:10:00")],
    ["agent", at("09:11:00")],
    ["customer", at("09:20:00")],
    ["agent", at("10:20:00")],
  ]);
  expect(await waitsOf(embedded)).toEqual([
    [11, 1, 600, 600],
    [12, 1, 3600, 3600],
    [null, 2, 2100, 3300],
  ]);
});

test("a closing ends a wait, and a message that arrived late makes none that is negative", async () => {
  const embedded = await withWorkspaces();
  await chat(embedded, [
    ["customer", at("02:00:00")],
    ["closed", at("03:00:00")],
    ["agent", at("09:00:00")],
    ["customer", at("09:01:00")],
    ["closed", at("09:02:00")],
    ["customer", at("09:03:00")],
    ["closed", at("09:04:00")],
    ["customer", at("09:05:00")],
    ["agent", at("09:06:00")],
    ["customer", at("09:50:00")],
    ["agent", at("09:40:00")],
  ]);
  expect((await waitsOf(embedded)).at(-1)).toEqual([null, 2, 30, 54]);
});

test("percentiles are those between two values, and nobody's when nobody was answered", async () => {
  const embedded = await withWorkspaces();
  expect(await waitsOf(embedded)).toEqual([[null, 0, null, null]]);
  for (const seconds of [10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
    await chat(embedded, [
      ["customer", at("12:00:00")],
      ["agent", new Date(Date.parse(at("12:00:00")) + seconds * 1000).toISOString()],
    ]);
  await chat(
    embedded,
    [
      ["customer", at("12:00:00")],
      ["agent", at("13:00:00")],
    ],
    { workspace: foreign },
  );
  expect((await waitsOf(embedded)).at(-1)).toEqual([null, 10, 55, 91]);
  expect((await waitsOf(embedded, 5)).at(-1)).toEqual([null, 5, 80, 96]);
});

test("chats are counted once for each agent who answered, by channel", async () => {
  const embedded = await withWorkspaces();
  const [mia, tom, eve] = [newId(), newId(), newId()];
  for (const [id, name] of [
    [mia, "Mia"],
    [tom, "Tom"],
    [eve, "Eve"],
  ]) {
    await ask(embedded, "insert into account (id, email, name, password_hash, created_at) values ($1, $2, $2, 'x', now())", [id, name]);
    if (id === eve) continue;
    await ask(embedded, "insert into member (workspace_id, account_id, role, created_at) values ($1, $2, 'agent', now())", [ws, id]);
  }
  await chat(embedded, [
    ["customer", at("09:00:00")],
    ["agent", at("09:10:00"), mia],
    ["customer", at("09:20:00")],
    ["agent", at("09:30:00"), mia],
    ["customer", at("09:40:00")],
    ["agent", at("09:50:00"), tom],
  ]);
  await chat(
    embedded,
    [
      ["customer", at("09:00:00")],
      ["agent", at("09:10:00"), mia],
    ],
    { channel: "website" },
  );
  await chat(embedded, [
    ["customer", at("09:00:00")],
    ["agent", at("09:10:00")],
  ]);
  await chat(embedded, [["agent", at("09:10:00"), tom]]);
  // A member who was removed, and may be called something else now.
  await chat(embedded, [
    ["customer", at("09:00:00")],
    ["agent", at("09:10:00"), eve],
  ]);
  const found = await ask<{ accountId: string | null; name: string | null; channel: string; count: number }>(
    embedded,
    sql.agentsStatement.text,
    [...within, maxRows],
  );
  expect(
    found.map(({ accountId, name, channel, count }) => `${accountId === eve ? "eve " : ""}${name} ${channel} ${count}`).sort(),
  ).toEqual(["Mia website 1", "Mia whatsapp 1", "Tom whatsapp 1", "eve null whatsapp 1", "null whatsapp 1"]);
});

test("those who wait now are customers of open chats that are not snoozed", async () => {
  const embedded = await withWorkspaces();
  await chat(embedded, [["customer", at("09:00:00")]]);
  const waitsLongest = await chat(embedded, [
    ["customer", at("08:00:00")],
    ["agent", at("08:30:00")],
    ["customer", at("08:40:00")],
    ["card", at("08:50:00")],
  ]);
  await chat(embedded, [
    ["customer", at("07:00:00")],
    ["agent", at("07:30:00")],
  ]);
  const closed = await chat(embedded, [["customer", at("06:00:00")]]);
  await ask(embedded, "update chat set status = 'closed', open_for = null where id = $1", [closed]);
  const snoozed = await chat(embedded, [["customer", at("05:00:00")]]);
  await ask(embedded, "update chat set snoozed_until = '2026-10-26' where id = $1", [snoozed]);
  await chat(embedded, [["customer", at("04:00:00")]], { workspace: foreign });
  const waiting = async (now: string, max: number) => (await ask(embedded, sql.waitingStatement.text, [ws, now, max]))[0];
  expect(await waiting(at("12:00:00"), 100)).toEqual({ count: 2, since: new Date(at("08:40:00")), chatId: waitsLongest, isMore: false });
  expect(await waiting("2026-10-27T00:00:00Z", 100)).toMatchObject({ count: 3, since: new Date(at("05:00:00")) });
  expect(await waiting(at("12:00:00"), 3)).toMatchObject({ isMore: true });
});

test("calls are counted by action and outcome, under their newest label, with their durations", async () => {
  const embedded = await withWorkspaces();
  const chatId = await chat(embedded, [["customer", at("09:00:00")]]);
  const [{ person } = { person: "" }] = await ask<{ person: string }>(embedded, "select person_id as person from chat where id = $1", [
    chatId,
  ]);
  const call = (label: string, state: string, took: number | null, clock: string) =>
    ask(
      embedded,
      `insert into action_call (workspace_id, id, delivery_id, chat_id, person_id, button_id, action, label, account_id, agent_name, state, url,
         took_ms, started_at)
       values ($1, $2, $2, $3, $4, $2, 'refund', $5, $2, 'Mia', $6::call_state, 'https://x', $7, $8)`,
      [ws, newId(), chatId, person, label, state, took, at(clock)],
    );
  for (const took of [100, 200, 300, 400]) await call("Refund", "delivered", took, "09:00:00");
  await call("Refund order", "refused", 500, "10:00:00");
  // As the first version stored it: sent, and without an answer.
  await call("Refund", "failed", 10_000, "08:00:00");
  await call("Refund", "unknown", null, "08:00:00");
  await call("Refund", "sending", null, "08:00:00");
  await call("Refund", "working", 50, "08:00:00");
  expect(await ask(embedded, sql.actionsStatement.text, [...within, maxRows, 10])).toEqual([
    {
      action: "refund",
      label: "Refund order",
      ...{ count: 9, succeeded: 4, refused: 1, failed: 0, unknown: 2, running: 2 },
      p50: 300,
      p95: expect.closeTo(7150),
      since: null,
    },
  ]);
});

test("the minutes of all instances add up, and the busiest one of each hour is found", async () => {
  const embedded = await withWorkspaces();
  const minute = (clock: string, allowed: number, refused: number, events: number, workspaceId = ws) => ({
    ...{ workspaceId, minute: at(clock), allowed, refused, events },
  });
  const add = (...minutes: object[]) => ask(embedded, addStatement.text, [JSON.stringify(minutes)]);
  await add(minute("09:10:00", 200, 0, 150), minute("09:11:00", 10, 0, 10), minute("09:10:00", 9, 9, 9, foreign));
  await add(minute("09:10:00", 100, 7, 90), minute("10:00:00", 1, 0, 0));
  const found = await ask<{ bucket: number }>(embedded, sql.usageStatement.text, [...within, starts]);
  expect(found.sort((a, b) => a.bucket - b.bucket)).toEqual([
    { bucket: 11, events: 250, calls: 317, refused: 7, busiest: 307, busiestRefused: 7 },
    { bucket: 12, events: 0, calls: 1, refused: 0, busiest: 1, busiestRefused: 0 },
  ]);
});

test("an upgrade finds the first answers among the messages, as the trigger would have", async () => {
  const embedded = await emptiedDatabase();
  await withMigrationsBefore(migration, (root) => migrateEmbedded(embedded, root));
  await ask(embedded, "insert into workspace (id, slug, name, plan, created_at) values ($1, 'acme', 'Acme', 'pro', now())", [ws]);
  const histories = [
    "customer customer agent agent customer closed customer agent",
    "agent customer note card agent customer",
    "customer closed agent customer agent closed customer closed agent",
    "closed customer agent",
    "agent agent closed agent",
  ];
  const play = async () => {
    for (const [minute, history] of histories.entries())
      await chat(
        embedded,
        history
          .split(" ")
          .map((author, second) => [author, at(`09:${String(minute).padStart(2, "0")}:${String(second).padStart(2, "0")}`)]),
      );
  };
  const answers = () => ask(embedded, "select seq, asked_at, answered_at from first_answer order by answered_at, asked_at");
  await play();
  await migrateEmbedded(embedded);
  const found = await answers();
  expect(found).toHaveLength(5);
  const query = async <Row>(text: string) => ask<Row>(embedded, text);
  expect((await breaches(query)).filter(({ rule }) => rule.includes("first answer"))).toEqual([]);
  await ask(embedded, "truncate first_answer, chat_item");
  await ask(embedded, "delete from chat");
  await play();
  expect(await answers()).toEqual(found);
  expect((await breaches(query)).filter(({ rule }) => rule.includes("first answer"))).toEqual([]);
});
