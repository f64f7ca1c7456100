import { randomBytes } from "node:crypto";
import pg from "pg";
import { newId } from "@/lib/kernel/ids";
import { hashOf, newKey } from "@/lib/workspace/keys/key";

export type World = { workspaces: { id: string; key: string }[] };

export const usersEach = 20;
export const userOf = (user: number): string => `user_${user}`;

type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

/** Inserts workspaces with a key and contacts; every second contact has an open chat, and each contact has 20 events. */
export async function populate(query: Query, count: number): Promise<World> {
  const workspaces = Array.from({ length: count }, () => ({
    id: newId(),
    keyId: newId(),
    key: newKey(),
    slug: `bench-${randomBytes(6).toString("hex")}`,
  }));
  const rows = JSON.stringify(workspaces.map(({ id, keyId, key, slug }) => ({ id, keyId, slug, hash: hashOf(key) })));
  await query("begin");
  await query(
    "insert into workspace (id, slug, name, plan, created_at) select (w->>'id')::uuid, w->>'slug', 'Bench', 'pro', now() from jsonb_array_elements($1::jsonb) w",
    [rows],
  );
  await query(
    `insert into api_key (id, workspace_id, name, hash, prefix, last_four, created_at, last_used_at)
     select (w->>'keyId')::uuid, (w->>'id')::uuid, 'Bench', w->>'hash', 'bsk_', 'xxxx', now(), now() from jsonb_array_elements($1::jsonb) w`,
    [rows],
  );
  const people = `from jsonb_array_elements($1::jsonb) w cross join generate_series(0, ${usersEach - 1}) u`;
  const uuid = (salt: string) => `md5((w->>'id') || '${salt}' || u)::uuid`;
  await query(
    `insert into contact (workspace_id, id, user_id, phone, phone_since, attributes, created_at, updated_at)
     select (w->>'id')::uuid, ${uuid("c")}, 'user_' || u, '4479110' || lpad(u::text, 5, '0'), now(), '{"plan": "pro", "seats": 12}', now(), now() ${people}`,
    [rows],
  );
  await query(
    `insert into person (workspace_id, id, channel, phone, contact_id, linked_by, created_at)
     select (w->>'id')::uuid, ${uuid("p")}, 'whatsapp', '4479110' || lpad(u::text, 5, '0'), ${uuid("c")}, 'phone', now() ${people} where u % 2 = 0`,
    [rows],
  );
  await query(
    `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
     select (w->>'id')::uuid, ${uuid("h")}, ${uuid("p")}, 'open', ${uuid("p")}, 0, now(), now(), now() ${people} where u % 2 = 0`,
    [rows],
  );
  // One statement with 30,000 contacts would take as many locks; none of these events is a problem.
  await query("alter table event disable trigger user");
  await query(
    `insert into event (workspace_id, id, contact_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
     select (w->>'id')::uuid, gen_random_uuid(), ${uuid("c")}, 'Order placed', 'info', '{"amount": "59.90 EUR", "reference": "INV-2041"}',
       now() - n * interval '1 hour', now(), 0 ${people} cross join generate_series(1, 20) n`,
    [rows],
  );
  await query("alter table event enable trigger user");
  await query("commit");
  await query("vacuum analyze");
  return { workspaces: workspaces.map(({ id, key }) => ({ id, key })) };
}

/** Runs `work` with a separate connection. */
export async function connected<T>(
  url: string,
  work: (query: (sql: string, values?: unknown[]) => Promise<pg.QueryResult>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work((sql, values) => client.query(sql, values));
  } finally {
    await client.end();
  }
}

export const eventsIn = (url: string): Promise<number> =>
  connected(url, async (query) => Number((await query("select count(*)::int as count from event")).rows[0]?.["count"] ?? 0));
