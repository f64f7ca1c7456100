import type { Query } from "../support/postgres";

/** Rows of the product's own shape in `workspaces` workspaces, written through its triggers: contacts, people, chats, messages, events. */
export async function fill(query: Query, { workspaces, events }: { workspaces: number; events: number }): Promise<void> {
  const contacts = Math.max(1, Math.round(events / workspaces / 20));
  await query(
    `insert into workspace (id, slug, name, plan, created_at) select gen_random_uuid(), 'filled-' || n, 'Filled ' || n, 'pro', now() from generate_series(1, $1::int) n`,
    [workspaces],
  );
  await query(
    `insert into contact (workspace_id, id, user_id, name, attributes, created_at, updated_at)
    select w.id, gen_random_uuid(), 'user-' || n, 'User ' || n, jsonb_build_object('plan', 'p' || n % 3), now(), now()
    from workspace w cross join generate_series(1, $1::int) n`,
    [contacts],
  );
  await query(`insert into person (workspace_id, id, channel, visitor_id, contact_id, linked_by, created_at)
    select c.workspace_id, gen_random_uuid(), 'website', 'v-' || c.id, c.id, 'agent', now() from contact c where right(c.user_id, 1) = '1'`);
  await query(`insert into chat (workspace_id, id, person_id, status, open_for, last_seq, last_message_at, last_item_at, created_at)
    select p.workspace_id, gen_random_uuid(), p.id, 'open', p.id, 2, now(), now(), now() from person p`);
  await query(`insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, created_at)
    select h.workspace_id, h.id, n, gen_random_uuid(), 'message', case n when 1 then 'customer' else 'agent' end::author, 'Hello ' || n, h.last_message_at
    from chat h cross join generate_series(1, 2) n`);
  const each = Math.ceil(events / workspaces / contacts);
  // A statement takes a lock for each owner of a problem.
  for (const { id } of await query<{ id: string }>("select id from workspace")) {
    await query(
      `insert into event (workspace_id, id, contact_id, person_id, event, level, properties, occurred_at, received_at, posted_to_conversations)
      select c.workspace_id, gen_random_uuid(), c.id, p.id, case when n % 10 = 0 then 'Payment failed' else 'Order placed' end,
        case when n % 10 = 0 then 'problem' else 'info' end::level,
        case when n % 10 in (0, 5) then jsonb_build_object('reference', 'r' || n / 10) else '{}' end,
        now() - n * interval '1 minute', now() - n * interval '1 minute', 0
      from contact c left join person p on p.workspace_id = c.workspace_id and p.contact_id = c.id cross join generate_series(1, $1::int) n
      where c.workspace_id = $2::uuid`,
      [each, id],
    );
  }
  await query("vacuum analyze");
}
