type Query = (sql: string, values?: unknown[]) => Promise<unknown>;

export const chatCount = 5_000;
export const itemCount = 10_000;

const uuid = (salt: string) => `overlay(overlay(md5($1::text || '${salt}' || u) placing '4' from 13) placing '8' from 17)::uuid`;

/** Adds open chats of 20 messages to a workspace, every tenth of somebody with an open problem. */
export async function addChats(query: Query, workspaceId: string): Promise<void> {
  const users = `from generate_series(1, ${chatCount}) u`;
  const at = "now() - (u + 60) * interval '1 minute'";
  await query(
    `insert into person (workspace_id, id, channel, phone, name, created_at)
     select $1::uuid, ${uuid("p")}, 'whatsapp', '34600' || lpad(u::text, 6, '0'), 'Somebody ' || u, now() ${users}`,
    [workspaceId],
  );
  await query(
    `insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
     select $1::uuid, ${uuid("h")}, ${uuid("p")}, 'open', ${uuid("p")}, 20, ${at}, ${at}, now() ${users}`,
    [workspaceId],
  );
  await query(
    `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, author_name, text, created_at)
     select $1::uuid, ${uuid("h")}, n, gen_random_uuid(), 'message', (array['customer', 'agent'])[1 + n % 2]::author, 'Olga', 'Where is my order?', ${at}
     ${users} cross join generate_series(1, 20) n`,
    [workspaceId],
  );
  await query(
    `insert into event (workspace_id, id, person_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
     select $1::uuid, gen_random_uuid(), ${uuid("p")}, 'Payment failed', 'problem', '{"reference": "INV-1"}', now(), now(), 0 ${users} where u % 10 = 0`,
    [workspaceId],
  );
}

/** Adds messages and cards of events to a chat, as if they had been there before. */
export async function addItems(query: Query, chatId: string): Promise<void> {
  await query(
    `insert into chat_item (workspace_id, chat_id, seq, id, kind, author, author_name, text, data, created_at)
     select c.workspace_id, c.id, c.last_seq + n, gen_random_uuid(), (case when n % 3 = 0 then 'card' else 'message' end)::item_kind,
       (array['system', 'customer', 'agent'])[1 + n % 3]::author, case when n % 3 = 2 then 'Tom Ray' end,
       case when n % 3 <> 0 then 'Message no ' || n || ';' || repeat(' and more words', n % 23) end,
       case when n % 3 = 0 then jsonb_build_object('event', 'Page ' || n, 'level', 'info', 'properties', '{"amount": "59.90 EUR"}'::jsonb,
         'occurredAt', '2026-03-01T10:00:00.000Z') end, now()
     from chat c cross join generate_series(1, ${itemCount}) n where c.id = $1::uuid`,
    [chatId],
  );
  await query(`update chat set last_seq = last_seq + ${itemCount} where id = $1::uuid`, [chatId]);
}
