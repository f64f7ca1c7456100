import type { Query } from "../support/postgres";

type Of = { workspace: string; userId: string; count: number; chatId?: string };

/**
 * Inserts `count` events of a contact as if they had been sent; with a chat, each has its card there. Every tenth is a problem,
 * and every second one was sent with the phone of the person in the chat.
 */
export async function giveHistory(query: Query, { workspace, userId, count, chatId }: Of): Promise<void> {
  await query(
    `with who as (
      select c.workspace_id, c.id, h.id as chat_id, h.person_id, h.last_seq
      from workspace w join contact c on c.workspace_id = w.id and c.user_id = $2
      left join chat h on h.workspace_id = w.id and h.id = $4::uuid where w.slug = $1
    ),
    made as (
      insert into event (workspace_id, id, contact_id, person_id, event, level, properties, occurred_at, received_at,
        posted_to_conversations, idempotency_key, request_hash)
      select workspace_id, gen_random_uuid(), id, case when n % 2 = 0 then person_id end, 'Secret ' || n,
        (case when n % 10 = 0 then 'problem' else 'info' end)::level, '{"amount": "59.90 EUR"}', now() - n * interval '1 second', now(),
        case when chat_id is null then 0 else 1 end, 'key-' || n, 'none'
      from who cross join generate_series(1, $3::int) n
      returning workspace_id, id, event, level, properties, occurred_at
    ),
    cards as (
      insert into chat_item (workspace_id, chat_id, seq, id, kind, author, data, event_id, created_at)
      select m.workspace_id, w.chat_id, w.last_seq + row_number() over (order by m.occurred_at), gen_random_uuid(), 'card', 'system',
        jsonb_build_object('event', m.event, 'level', m.level, 'properties', m.properties, 'occurredAt', m.occurred_at), m.id, now()
      from made m join who w on w.chat_id is not null
      returning chat_id, seq, data
    )
    update chat h set last_seq = c.last, problem_seq = coalesce(c.problem, h.problem_seq)
    from (select chat_id, max(seq) as last, max(seq) filter (where data->>'level' = 'problem') as problem from cards group by 1) c
    where h.id = c.chat_id`,
    [workspace, userId, count, chatId ?? null],
  );
}

/** The number of rows of deleted contacts that are still stored: events, and contacts. */
export async function leftovers(query: Query): Promise<{ events: number; contacts: number }> {
  const [found] = await query<{ events: number; contacts: number }>(`
    select (select count(*)::int from contact where deleted_at is not null) as contacts,
      (select count(*)::int from event e join contact c on c.workspace_id = e.workspace_id and c.id = e.contact_id
        where c.deleted_at is not null) as events`);
  return found ?? { events: 0, contacts: 0 };
}
