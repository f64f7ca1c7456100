import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { Pool, type PoolClient } from "pg";
import { connectionTimeouts } from "@/lib/platform/db/timeouts";

type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

const workspaces = 20;
/** Each contact has ten events; every second one has a chat with ten items. */
const eventsEach = 10;
const itemsEach = 10;

const workspaceOf = "md5('w' || c % 20)::uuid";
const idOf = (letter: string) => `md5('${letter}' || c)::uuid`;

/** Fills the tables of the first version. */
export async function fillFirst(query: Query, events: number): Promise<void> {
  const contacts = Math.ceil(events / eventsEach);
  const all = `from generate_series(0, ${contacts - 1}) c`;
  const half = `${all} where c % 2 = 0`;
  await query(`insert into workspace (id, slug, name, plan, created_at)
    select ${workspaceOf}, 'bench-' || c, 'Bench', 'pro', now() from generate_series(0, ${workspaces - 1}) c`);
  await query(`insert into contact (workspace_id, id, user_id, name, email, phone, phone_since, attributes, created_at, updated_at)
    select ${workspaceOf}, ${idOf("c")}, 'user_' || c, 'Ada ' || c, 'ada' || c || '@example.com', '4479' || c, now(),
      jsonb_build_object('plan', 'pro', 'seats', c % 90), now(), now() ${all}`);
  await query(`insert into person (workspace_id, id, channel, phone, contact_id, linked_by, created_at)
    select ${workspaceOf}, ${idOf("p")}, 'whatsapp', '4479' || c, ${idOf("c")}, 'phone', now() ${half}`);
  await query(`insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
    select ${workspaceOf}, ${idOf("h")}, ${idOf("p")}, 'open', ${idOf("p")}, ${itemsEach}, now(), now(), now() ${half}`);
  await query(`insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
    select ${workspaceOf}, gen_random_uuid(), ${idOf("c")}, case when n = 0 then 'Payment failed' else 'Order placed' end,
      (case when n = 0 then 'problem' else 'info' end)::level,
      jsonb_build_object('amount', '59.90 EUR', 'reference', 'INV-' || c || '-' || (n % 5)), now() - n * interval '1 hour', now(), 0
    ${all} cross join generate_series(0, ${eventsEach - 1}) n`);
  await query(`insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
    select ${workspaceOf}, ${idOf("h")}, n, gen_random_uuid(), 'message', (array['customer', 'agent'])[1 + n % 2]::author,
      'Where is my order? It should have been here on Monday.', now() - (${itemsEach} - n) * interval '1 minute'
    from generate_series(1, ${itemsEach}) n cross join generate_series(0, ${contacts - 1}) c where c % 2 = 0`);
  await query("vacuum analyze");
}

type Person = { workspace: number; user: number };

/** An event, with its contact, its chat and its card, in the order in which the statement of POST /events writes them. */
const recordStatement = `
with known as (
  select c.id from contact c where c.workspace_id = md5('w' || $1::int)::uuid and c.user_id = 'user_' || $2::int for key share
),
active as (
  select h.id, h.last_seq from person p join chat h on h.workspace_id = p.workspace_id and h.person_id = p.id
  where p.workspace_id = md5('w' || $1::int)::uuid and p.contact_id = (select id from known) for update of h
),
kept as (
  insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
  select md5('w' || $1::int)::uuid, $3::uuid, coalesce((select id from known), $4::uuid), 'Payment failed', 'problem',
    '{"amount": "59.90 EUR", "reference": "INV-1"}', now(), now(), (select count(*) from active) returning id
),
made as (
  insert into contact (workspace_id, id, user_id, created_at, updated_at)
  select md5('w' || $1::int)::uuid, $4::uuid, 'user_' || $2::int, now(), now() where not exists (select from known)
),
bumped as (
  update chat h set last_seq = h.last_seq + 1, last_item_at = now() from active a
  where h.workspace_id = md5('w' || $1::int)::uuid and h.id = a.id returning h.id, h.last_seq
)
insert into chat_item (workspace_id, chat_id, seq, id, kind, author, data, event_id, created_at)
select md5('w' || $1::int)::uuid, b.id, b.last_seq, gen_random_uuid(), 'card', 'system', '{"level": "problem"}', k.id, now() from bumped b, kept k`;

const oneStatement = async (pool: Pool, text: string, values: unknown[]) => void (await pool.query(text, values));

async function inTransaction(pool: Pool, work: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query("begin");
    await work(client);
    await client.query("commit");
    isBroken = false;
  } finally {
    client.release(isBroken);
  }
}

const record = (pool: Pool, { workspace, user }: Person) =>
  oneStatement(pool, recordStatement, [workspace, user, randomUUID(), randomUUID()]);

/** One in ten events is of somebody new. */
const recordNew = (pool: Pool, { workspace }: Person) => record(pool, { workspace, user: 1_000_000_000 + randomInt(1_000_000_000) });

const read = (pool: Pool, { workspace, user }: Person) =>
  oneStatement(
    pool,
    `select c.name, (select json_agg(e) from (select e.event, e.occurred_at from event e
       where e.workspace_id = c.workspace_id and e.contact_id = c.id order by e.occurred_at desc limit 20) e)
     from workspace w join contact c on c.workspace_id = w.id where w.slug = 'bench-' || $1::int and c.user_id = 'user_' || $2::int`,
    [workspace, user],
  );

/** A PUT with a phone: the contact first, then its people, then their events, in one transaction. */
const putPhone = (pool: Pool, { workspace, user }: Person) =>
  inTransaction(pool, async (client) => {
    const where = "workspace_id = md5('w' || $1::int)::uuid";
    await client.query(`update contact set name = 'Ada', updated_at = now() where ${where} and user_id = 'user_' || $2::int`, [
      workspace,
      user,
    ]);
    await client.query(`update person set linked_by = 'phone' where ${where} and phone = '4479' || $2::int`, [workspace, user]);
    await client.query(`update event set contact_id = contact_id where ${where} and person_id = md5('p' || $2::int)::uuid`, [
      workspace,
      user,
    ]);
  });

/** A message: the person first, then the chat, its item, and events of the person. */
const message = (pool: Pool, { workspace, user }: Person) =>
  inTransaction(pool, async (client) => {
    const where = "workspace_id = md5('w' || $1::int)::uuid";
    await client.query(`update person set name = 'Ada' where ${where} and phone = '4479' || $2::int`, [workspace, user]);
    await client.query(`update event set contact_id = contact_id where ${where} and person_id = md5('p' || $2::int)::uuid`, [
      workspace,
      user,
    ]);
    await client.query(
      `with bumped as (
         update chat set last_seq = last_seq + 1, last_message_at = now(), last_item_at = now()
         where ${where} and id = md5('h' || $2::int)::uuid returning workspace_id, id, last_seq
       )
       insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
       select workspace_id, id, last_seq, gen_random_uuid(), 'message', 'customer', 'Hello', now() from bumped`,
      [workspace, user],
    );
  });

const kinds = [record, record, record, recordNew, read, read, putPhone, message, message, record];

/** The database's error for a lost race, after which the product runs the same once more. */
const lostRace = ["40P01", "40001", "23505", "23503"];

export type Calls = { end: () => Promise<{ times: number[]; failures: string[] }> };

/** Begins to send calls at their times, whether or not earlier ones were answered, with the connections and time-outs of an instance. */
export async function startCalls(url: string, perSecond: number): Promise<Calls> {
  const pool = new Pool({ ...connectionTimeouts, connectionString: url, application_name: "beside" });
  pool.on("error", () => {});
  const times: number[] = [];
  const failures: string[] = [];
  const underWay = new Set<Promise<void>>();
  let isOver = false;

  async function call(count: number): Promise<void> {
    const kind = kinds[count % kinds.length] ?? record;
    const user = randomInt(50_000) * 2;
    const began = performance.now();
    for (let attempt = 1; ; attempt += 1) {
      const error = await kind(pool, { workspace: user % workspaces, user }).catch((failed: unknown) => failed);
      if (!error) break;
      const code = String((error as { code?: unknown }).code);
      if (lostRace.includes(code) && attempt < 8) continue;
      failures.push(`${code} ${error instanceof Error ? error.message : String(error)}`);
      break;
    }
    times.push(performance.now() - began);
  }

  async function send(): Promise<void> {
    const began = performance.now();
    for (let count = 0; !isOver; count += 1) {
      const one = call(count).finally(() => underWay.delete(one));
      underWay.add(one);
      await pause(Math.max(0, began + ((count + 1) * 1000) / perSecond - performance.now()));
    }
  }

  const sending = send();
  // The connections are open before anything is measured.
  await pause(1_000);
  return {
    end: async () => {
      await pause(1_000);
      isOver = true;
      await sending;
      await Promise.all(underWay);
      await pool.end();
      return { times, failures };
    },
  };
}
