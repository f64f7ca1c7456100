import { wireTime } from "@/lib/platform/db/sql";

/** An event's card is written with it into so many chats, those with the newest activity, and into the others in steps. */
export const cardsWithEvent = 50;

/**
 * CTEs that write cards, by which their chats count on. `planned` names one with i (the place of the event in `events`), ws and chat_id,
 * of chats that are locked; `events` one with i, ws, id, event, level, properties, occurred_at and received_at. In `placed` there is a
 * row for each card, and in `bumped` one for each chat.
 */
export const cardsSql = ({ planned, events }: { planned: string; events: string }): string => `
placed as (
  select p.i, p.ws, p.chat_id, d.level, gen_random_uuid() as item_id,
    row_number() over (partition by p.chat_id order by p.i) as n, count(*) over (partition by p.chat_id) as total
  from ${planned} p join ${events} d on d.i = p.i
),
bumped as (
  update chat c
  set last_seq = c.last_seq + g.total,
    -- Info events neither reorder the lists nor show there.
    last_item_at = case when g.problem is null then c.last_item_at else greatest(c.last_item_at, g.at) end,
    problem_seq = case when g.problem is null then c.problem_seq else c.last_seq + g.problem end
  from (
    select p.ws, p.chat_id, max(p.total)::int as total, max(d.received_at) as at, (max(p.n) filter (where p.level = 'problem'))::int as problem
    from placed p join ${events} d on d.i = p.i group by 1, 2
  ) g
  where c.workspace_id = g.ws and c.id = g.chat_id
  returning c.workspace_id, c.id, c.last_seq
),
cards as (
  insert into chat_item (workspace_id, chat_id, seq, id, kind, author, data, event_id, created_at)
  select p.ws, p.chat_id, b.last_seq - p.total + p.n, p.item_id, 'card', 'system',
    jsonb_build_object('event', d.event, 'level', d.level, 'properties', d.properties,
      'occurredAt', ${wireTime("d.occurred_at")}),
    d.id, d.received_at
  from placed p join ${events} d on d.i = p.i join bumped b on b.workspace_id = p.ws and b.id = p.chat_id
)`;
