import { test } from "@playwright/test";
import { lanes } from "@/lib/channels/inbound/lanes";
import { takeStatement, waitingStatement } from "@/lib/channels/inbound/sql";
import { sendDue } from "@/lib/channels/scheduled/sending";
import { appendStatement } from "@/lib/channels/together/sql";
import { putStatement, putTogetherStatement } from "@/lib/context/contacts/sql";
import { recordStatement } from "@/lib/context/events/sql";
import { nextStatement } from "@/lib/desk/notifications/push/sql";
import { readOverview } from "@/lib/desk/overview/read";
import { newId } from "@/lib/kernel/ids";
import { close, db, open, pool, rawClient } from "@/lib/platform/db";
import { isLockTimeout, isTooSlow } from "@/lib/platform/db/errors";
import { onBehalfOf } from "@/lib/platform/db/on-behalf";
import { rows } from "@/lib/platform/db/rows";
import { withSingleRunnerLock } from "@/lib/platform/db/single-runner";
import { statement } from "@/lib/platform/db/statement";
import { lockStatement, moveStatement, NextRow } from "@/lib/platform/db/turns/sql";
import { endTurn, keepTurn, takeTurn } from "@/lib/platform/db/turns/take";
import { variablesOf } from "@/lib/platform/env";
import { runtime } from "@/lib/platform/runtime";
import { expect } from "../support/expect";
import { type Cluster, startMigrated } from "../support/postgres";
import { holdTransaction } from "./locks";

// What locks do needs more than one connection, and no instance.
let postgres: Cluster;
test.beforeAll(async () => {
  postgres = await startMigrated();
  runtime.env = { ...variablesOf({ DATABASE_URL: postgres.url }), SECRET_KEY: "0".repeat(64), NEXTAUTH_SECRET: "1".repeat(64) };
  await open();
});
test.afterAll(async () => {
  await close();
  delete runtime.env;
  await postgres.stop();
});

const queue = { name: "push", nextStatement };
const minutes = "now() + interval '1 minute' *";

/** A workspace whose turn is due in so many minutes, and whose work is in so many more: for each a chat. */
async function workspaceWith({ turn, work }: { turn: number; work: number[] }): Promise<string> {
  const ws = newId();
  for (const due of work) await postgres.query(addedWork(ws, due));
  await postgres.query(
    `insert into queue_turn (workspace_id, queue, due_at) values ($1, 'push', ${minutes} $2::int)
     on conflict (workspace_id, queue) do update set due_at = excluded.due_at`,
    [ws, turn],
  );
  return ws;
}

const addedWork = (ws: string, due: number) =>
  `insert into push_chat (workspace_id, chat_id, due_at) values ('${ws}', gen_random_uuid(), ${minutes} ${due})`;

/** In how many minutes the turn of a workspace is due; undefined without one. */
const turnOf = async (ws: string) =>
  (
    await postgres.query<{ due: number }>(
      "select round(extract(epoch from due_at - now()) / 60)::int as due from queue_turn where workspace_id = $1",
      [ws],
    )
  )[0]?.due;

test("a turn that ends is gone with the work, waits for what is due later, and stays due for what is due now", async () => {
  const done = await workspaceWith({ turn: 0, work: [] });
  expect(await endTurn(queue, done)).toBe(null);
  expect(await turnOf(done)).toBe(undefined);

  const later = await workspaceWith({ turn: 0, work: [60, 30] });
  expect((await endTurn(queue, later))?.getTime()).toBeGreaterThan(Date.now());
  expect(await turnOf(later)).toBe(30);

  // Its place in the line is from when it became due.
  const earlier = await workspaceWith({ turn: -10, work: [-5] });
  await endTurn(queue, earlier);
  expect(await turnOf(earlier)).toBe(-10);
  // Another turn ended before this work came.
  const more = await workspaceWith({ turn: 40, work: [-5] });
  await endTurn(queue, more);
  expect(await turnOf(more)).toBe(0);
});

test("while work is written that cannot be seen yet, the turn stays, and its end waits for nobody", async () => {
  const ws = await workspaceWith({ turn: 0, work: [] });
  const writing = await holdTransaction({ postgres }, addedWork(ws, 0));
  expect(await endTurn(queue, ws)).toBe(undefined);
  expect(await turnOf(ws)).toBe(0);
  await writing.letGo("commit");
  expect(await endTurn(queue, ws)).toBeInstanceOf(Date);
  expect(await turnOf(ws)).toBe(0);
});

test("work that is written while a turn ends waits for that end, and has a turn after it", async () => {
  const ws = await workspaceWith({ turn: 0, work: [] });
  const looking = await holdTransaction({ postgres }, "select pg_advisory_xact_lock(1)");
  const ending = endTurn({ ...queue, nextStatement: heldLook }, ws);
  await expect.poll(waiting).toBe(1);
  const writing = postgres.query(addedWork(ws, 0));
  await expect.poll(waiting).toBe(2);
  await looking.letGo();
  expect(await ending).toBe(null);
  await writing;
  expect(await turnOf(ws)).toBe(0);
});

/** Finds nothing, and not before the test lets it. */
const heldLook = statement({ row: NextRow })`
select null::timestamptz as "dueAt" from (select $1::uuid, pg_advisory_xact_lock(1)::text) held`;
/** Statements that wait for a lock. */
const waiting = async () => (await postgres.query("select from pg_stat_activity where wait_event_type = 'Lock'")).length;

test("work that a turn left is due, also when another turn ends in this moment that saw none", async () => {
  const ws = await workspaceWith({ turn: 0, work: [] });
  const other = await holdTransaction({ postgres }, lockStatement.text, [ws, queue.name]);
  const keeping = keepTurn(queue, ws);
  await expect.poll(waiting).toBe(1);
  await other.query(moveStatement.text, [ws, queue.name, new Date(Date.now() + 3_600_000)]);
  await other.letGo("commit");
  await keeping;
  expect(await turnOf(ws)).toBe(0);
});

test("the turn that another instance takes or ends in this moment is passed over", async () => {
  await postgres.query("delete from queue_turn");
  const [first, second] = [await workspaceWith({ turn: -20, work: [] }), await workspaceWith({ turn: -10, work: [] })];
  const ending = await holdTransaction({ postgres }, "select from queue_turn where workspace_id = $1 for no key update", [first]);
  expect((await takeTurn(queue))?.workspaceId).toBe(second);
  await ending.letGo();
  expect((await takeTurn(queue))?.workspaceId).toBe(first);
});

/** An open chat in the website, of somebody who has written nothing. */
async function openChat(ws: string, { chatId, personId }: { chatId: string; personId: string }): Promise<void> {
  await postgres.query(
    "insert into person (workspace_id, id, channel, visitor_id, created_at) values ($1, $2::uuid, 'website', $2::text, now())",
    [ws, personId],
  );
  await postgres.query(
    `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
     values ($1, $2, $3, 'open', $3, 0, now(), now(), now())`,
    [ws, chatId, personId],
  );
}

async function newWorkspace(): Promise<string> {
  const ws = newId();
  await postgres.query("insert into workspace (id, slug, name, plan, created_at) values ($1::uuid, $1::text, 'Acme', 'pro', now())", [ws]);
  return ws;
}

test("what is written for many waits for a locked contact no longer than its limit", async () => {
  const ws = await newWorkspace();
  const id = newId();
  const attributes = "{}";
  const put = (ms: number) => rows(rawClient, putStatement)(ws, id, "u", '{"name": "Ada"}', attributes, String(ms));
  await put(0);
  const job = { workspaceId: ws, id: newId(), newContactId: newId(), userId: "u", event: "Order placed", level: "info", properties: {} };
  const contact = { workspaceId: ws, id: newId(), userId: "u", fields: { name: "Grace" }, attributes: {} };
  const held = await holdTransaction({ postgres }, "select from contact where workspace_id = $1 for update", [ws]);
  const writes = {
    put,
    "put together": (ms: number) => rows(rawClient, putTogetherStatement)(JSON.stringify([contact]), String(ms)),
    record: (ms: number) => rows(rawClient, recordStatement)(JSON.stringify([{ ...job, waitedMs: 0 }]), String(ms)),
  };
  for (const [name, write] of Object.entries(writes)) {
    const error = await write(50).catch((reason: unknown) => reason);
    expect(isLockTimeout(error), `${name}: ${error}`).toBe(true);
  }
  await held.letGo();
  for (const write of Object.values(writes)) expect(await write(50)).toHaveLength(1);
});

test("an overview that takes the database too long says what to ask for instead", async () => {
  const ws = await newWorkspace();
  const range = { from: new Date(Date.now() - 3_600_000), to: new Date(), zone: "UTC" };
  const held = await holdTransaction({ postgres }, "lock table chat, chat_item, event in access exclusive mode");
  await expect(readOverview(ws, range)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining("Choose a shorter time"),
    headers: { "retry-after": "10" },
  });
  await held.letGo();
  await readOverview(ws, range);
});

test("an entry that another instance takes is passed over, and one whose message is being added is not erased meanwhile", async () => {
  const ws = await newWorkspace();
  await postgres.query(
    `insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at)
     select $1, 'whatsapp', n::text, gen_random_uuid(), 'm:' || n, '{}', now() from generate_series(1, 2) n`,
    [ws],
  );
  const entry = (lock: string) => `select from inbound_message where workspace_id = $1 and external_id = '1' for ${lock}`;
  const taking = await holdTransaction({ postgres }, entry("update"), [ws]);
  const { begin, end } = lanes.message;
  const taken = await rows(db(), takeStatement)(ws, begin, end, 10);
  expect(taken.map(({ externalId }) => externalId)).toEqual([null, "2"]);
  await taking.letGo();

  const adding = await holdTransaction({ postgres }, waitingStatement.text, [ws, "whatsapp", "1"]);
  expect(await postgres.query(entry("update skip locked"), [ws])).toEqual([]);
  await adding.letGo();
  expect(await postgres.query(entry("update skip locked"), [ws])).toHaveLength(1);
});

test("messages that are added together pass over a locked chat, and lock none while they wait for an erasure of their entry", async () => {
  const ws = await newWorkspace();
  const list = ["first", "second"].map((entry, n) => ({
    ...{ n, entry, id: newId(), chatId: newId(), personId: newId(), name: null, text: entry, data: {}, at: new Date() },
  }));
  for (const { entry, ...ids } of list) {
    await openChat(ws, ids);
    await postgres.query(
      `insert into inbound_message (workspace_id, channel, external_id, id, sender, payload, received_at)
       values ($1, 'whatsapp', $2, $3, 'm:' || $2, '{}', now())`,
      [ws, entry, newId()],
    );
  }
  const [entries, chatIds] = [list.map(({ entry }) => entry), list.map(({ chatId }) => chatId)];
  const values = [ws, JSON.stringify(list), entries, chatIds, "whatsapp"];
  const append = async () => (await rows(db(), appendStatement)(...values)).map(({ id }) => id);
  const chat = await holdTransaction({ postgres }, "select from chat where id = $1 for update", [chatIds[0]]);
  expect(await append()).toEqual([list[1]?.id]);
  await chat.letGo();

  const erased = "update inbound_message set processed_at = now() where workspace_id = $1 and external_id = 'first'";
  const erasing = await holdTransaction({ postgres }, erased, [ws]);
  // A plan in which chats come first.
  const nested = await holdTransaction({ postgres }, "set local enable_hashjoin = off; set local enable_mergejoin = off");
  const appending = nested.query(appendStatement.text, values);
  await expect.poll(waiting).toBe(1);
  expect(await postgres.query("select from chat where id = any($1::uuid[]) for update skip locked", [chatIds])).toHaveLength(2);
  await erasing.letGo("commit");
  expect((await appending).rows).toEqual([]);
  await nested.letGo("commit");
});

test("a scheduled reply that takes the database too long has not failed, and is sent once afterwards", async () => {
  const ws = await newWorkspace();
  const [account, chatId, id] = [newId(), newId(), newId()];
  await openChat(ws, { chatId, personId: newId() });
  await postgres.query(
    "insert into account (id, email, name, password_hash, created_at) values ($1::uuid, $1::text || '@example.com', 'Ada', '', now())",
    [account],
  );
  await postgres.query("insert into member (workspace_id, account_id, role, created_at) values ($1, $2, 'agent', now())", [ws, account]);
  await postgres.query(
    `insert into scheduled_message (workspace_id, id, chat_id, account_id, author_name, text, send_at, created_at)
     values ($1, $2, $3, $4, 'Ada', 'Hello', now(), now())`,
    [ws, id, chatId, account],
  );
  await postgres.query(
    `create function give_up() returns trigger language plpgsql as $$ begin raise exception 'too slow' using errcode = '57014'; end $$`,
  );
  await postgres.query("create trigger give_up before insert on chat_item for each row execute function give_up()");
  const turn = { max: 10, until: Infinity, signal: new AbortController().signal };
  const error = await sendDue(ws, turn).catch((reason: unknown) => reason);
  expect(isTooSlow(error), String(error)).toBe(true);
  await postgres.query("drop function give_up cascade");
  expect(await postgres.query("select id, failure from scheduled_message where workspace_id = $1", [ws])).toEqual([{ id, failure: null }]);
  await sendDue(ws, turn);
  await sendDue(ws, turn);
  expect(await postgres.query("select id, author from chat_item where workspace_id = $1", [ws])).toEqual([{ id, author: "agent" }]);
});

test("a job that starts while one workspace has all the connections it gets has one itself, and so has another workspace meanwhile", async () => {
  const [ada, bob] = [newId(), newId()];
  const held: Promise<(() => void) | undefined>[] = [];
  for (let index = 0; index < 20; index += 1) {
    const connecting = onBehalfOf(ada, () => pool()?.connect());
    held.push(Promise.resolve(connecting).then((client) => () => client?.release()));
  }
  const ask = () => db().$queryRaw<{ one: number }[]>`select 1 as one`;
  const answers: unknown[] = [];
  await withSingleRunnerLock("a test", async () => {
    const asked = Promise.all([ask(), onBehalfOf(bob, ask)]);
    // A second statement of the job itself may wait for its first one, but for nobody else.
    answers.push(...(await asked), await ask());
  });
  // Connections beyond the places wait until then.
  const releasing = held.map((one) => one.then((release) => release?.()));
  expect(answers).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
  await Promise.all(releasing);
});
