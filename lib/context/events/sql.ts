import { z } from "zod";
import { closesProblem } from "@/lib/context/problems/sql";
import { moveEventsSql } from "@/lib/people/move-events";
import { changedAt } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { maxNamed } from "@/lib/platform/notify/again";
import { cardsSql, cardsWithEvent } from "./cards-sql";
import { RecordedEvent } from "./contract";

/** While so many lists of chats wait for cards in a workspace, a card goes into the chats with the newest activity only. */
const maxPending = 1_000;

/** As long after its last message an open chat gets cards. */
export const cardWindow = "interval '24 hours'";

/** One event of the list, recorded now or found. `i` is its position in the list, from 1. */
export const RecordedRow = z.strictObject({
  i: z.int(),
  id: z.uuid(),
  event: z.string(),
  level: RecordedEvent.shape.level,
  occurredAt: z.date(),
  receivedAt: z.date(),
  postedToConversations: z.int(),
  replayed: z.boolean(),
  requestHash: z.string().nullable(),
  contactId: z.uuid().nullable(),
  personId: z.uuid().nullable(),
  /** The last seq of each chat, and the id and the seq of the card in it. */
  chats: z.array(z.strictObject({ id: z.uuid(), seq: z.int(), itemId: z.uuid(), itemSeq: z.int() })),
  linked: z.boolean(),
  /** The contact that has the phone of the event, when it is another one than that of the userId. */
  otherContactId: z.uuid().nullable(),
  /** The chats in which cards of problems look different from now on: the event closes them, or did so before another one. */
  reset: z.array(z.uuid()),
});

/**
 * Records a list of events in one statement: finds or makes the contact, links chats by the phone, keeps the event, and
 * posts a card into every active chat (contract §3): into those with the newest activity here, and into
 * the others by what is written down for it (`pending_card`). `$1` is a JSON array of `Job`, `$2` how many ms it waits for a locked row.
 *
 * An event is received by the clock of the database, less what it waited in this process, so that an event whose caller had the answer
 * to another one is later, whichever instances they went to. That is also when it occurred if its caller left that out or was ahead.
 *
 * Concurrent runs need no lock, except for events with a phone: those need the workspace's linking lock.
 * A lost race (another transaction is creating the same contact or idempotency key) shows as a foreign-key violation or as a
 * missing row, and the caller retries. An idempotency key of an event whose contact was deleted also shows as a missing row;
 * the caller releases the key first (`releaseKeyStatement`).
 * The lock on an existing contact (`for key share`) makes the statement wait for a deletion in progress: otherwise the empty
 * row of the deleted contact would silently accept the event.
 * The wait for a locked row is short, because the list may hold events of other workspaces (`lib/platform/db/batch.ts`).
 * Tables are read by `lateral` subqueries, which the planner turns into one index look-up per row: it estimates the list at
 * a hundred rows, and would scan whole tables for joins.
 * A new userId may appear twice in one list, a phone only once.
 */
export const recordStatement = statement({ row: RecordedRow, scope: "list", writes: true })`
with input as (
  select o::int as i,
    (e->>'workspaceId')::uuid as ws, (e->>'id')::uuid as id, e->>'userId' as user_id, e->>'phone' as phone, e->>'variant' as variant,
    (e->>'personId')::uuid as given_person, (e->>'chatId')::uuid as given_chat,
    e->>'event' as event, (e->>'level')::level as level, e->'properties' as properties,
    least((e->>'occurredAt')::timestamptz, r.received_at) as occurred_at, r.received_at,
    e->>'idempotencyKey' as key, e->>'requestHash' as hash, (e->>'newContactId')::uuid as new_contact
  from (select set_config('lock_timeout', $2::text, true)) lock_limit, jsonb_array_elements($1::jsonb) with ordinality as t(e, o),
    lateral (
      select date_trunc('milliseconds', statement_timestamp() - (e->>'waitedMs')::float8 * interval '1 millisecond') as received_at
    ) r
),
prior as (
  select i.i, e.id, e.event, e.level, e.occurred_at, e.received_at, e.posted_to_conversations, e.request_hash
  from input i join event e on e.workspace_id = i.ws and e.idempotency_key = i.key
  -- An event that was deleted with its contact or its person is no answer, though its row may still be there.
  where (select c.deleted_at from contact c where c.workspace_id = e.workspace_id and c.id = e.contact_id) is null
    and not exists (
      select from erased_person x where x.workspace_id = e.workspace_id and x.person_id = e.person_id and e.contact_id is null
    )
),
fresh as (
  select distinct on (i.ws, coalesce(i.key, i.id::text)) i.*
  from input i
  where not exists (select from prior p where p.i = i.i)
  order by i.ws, coalesce(i.key, i.id::text), i.i
),
known as (
  select f.ws, f.user_id, coalesce(m.id, c.id) as id, case when c.merged_into_id is null then c.phone else m.phone end as phone,
    case when c.merged_into_id is not null then c.id end as merged_from
  from (select distinct ws, user_id from fresh where user_id is not null order by ws, user_id) f
  cross join lateral (
    select id, phone, merged_into_id from contact c where c.workspace_id = f.ws and c.user_id = f.user_id limit 1 for key share
  ) c
  -- The userId may be an alias. Whoever deletes the contact locks the row of the alias, too.
  left join lateral (
    select m.id, m.phone from contact m where m.workspace_id = f.ws and m.id = c.merged_into_id limit 1
  ) m on true
),
speaker as (
  select f.i, p.id, p.contact_id, p.linked_by, p.phone
  from fresh f cross join lateral (
    select id, contact_id, linked_by, phone from person p where p.workspace_id = f.ws and p.id = f.given_person limit 1
  ) p
  where f.given_person is not null
  union all
  select f.i, p.id, p.contact_id, p.linked_by, p.phone
  from fresh f cross join lateral (
    select id, contact_id, linked_by, phone from person p where p.workspace_id = f.ws and p.phone = f.phone limit 1
  ) p
  where f.given_person is null and f.phone is not null
  union all
  -- The other form of the number, when nobody else has this one.
  select f.i, p.id, p.contact_id, p.linked_by, p.phone
  from fresh f cross join lateral (
    select id, contact_id, linked_by, phone from person p where p.workspace_id = f.ws and p.phone = f.variant limit 1
  ) p
  where f.given_person is null and f.variant is not null
    and not exists (select from person q where q.workspace_id = f.ws and q.phone = f.phone)
    and not exists (
      select from contact c where c.workspace_id = f.ws and c.phone = f.phone
        and c.id is distinct from p.contact_id and c.user_id is distinct from f.user_id
        and not exists (select from contact a where a.workspace_id = f.ws and a.user_id = f.user_id and a.merged_into_id = c.id)
    )
),
owner as (
  select f.i, c.id, true as links
  from fresh f cross join lateral (
    select id from contact c where c.workspace_id = f.ws and c.phone = f.phone order by c.phone_since, c.id limit 1
  ) c
  where f.user_id is not null and f.phone is not null
  union all
  -- Two people who chat under one form each are two people: then the other form links nobody.
  select f.i, c.id, (select count(*) from person p where p.workspace_id = f.ws and p.phone in (f.phone, f.variant)) < 2
  from fresh f cross join lateral (
    select (array_agg(id))[1] as id from contact c where c.workspace_id = f.ws and c.phone = f.variant having count(*) = 1
  ) c
  where f.user_id is not null and f.variant is not null
    and not exists (select from contact d where d.workspace_id = f.ws and d.phone = f.phone)
),
resolved as (
  select f.*, s.id as speaker_id, s.contact_id as speaker_contact, s.linked_by as speaker_linked_by,
    f.user_id is not null and k.id is null as is_new,
    case
      when f.given_person is null and f.user_id is not null
        then coalesce(k.id, first_value(f.new_contact) over (partition by f.ws, f.user_id order by f.i))
      else s.contact_id
    end as contact_id,
    case when f.given_person is not null or f.user_id is null then s.id end as person_id,
    case when f.given_person is null then k.merged_from end as merged_from,
    f.user_id is not null and f.phone is not null and k.phone is null and o.id is null as takes_phone,
    f.user_id is not null and f.phone is not null and s.id is not null and (
      (s.contact_id is null and (o.id is null or o.id = k.id))
      or (s.linked_by = 'event' and k.phone is null and o.id is null)
    ) as links,
    o.id as owner, o.links as owner_links
  from fresh f
  left join known k on k.ws = f.ws and k.user_id = f.user_id
  left join speaker s on s.i = f.i
  left join owner o on o.i = f.i
  where f.user_id is not null or s.id is not null
),
-- Events with one audience are one crowd, whose chats are found once.
crowded as (
  select r.*, min(r.i) over (partition by r.ws, r.contact_id, r.person_id, case when r.links then r.speaker_id end) as crowd from resolved r
),
crowd as (
  select crowd, ws, contact_id, person_id, case when links then speaker_id end as speaker_id, bool_or(is_new) as is_new,
    min(received_at) as at, array_agg(given_chat) as given
  from crowded group by 1, 2, 3, 4, 5
),
audience as (
  select g.crowd, g.ws, g.at, g.given, p.id as person_id
  from crowd g cross join lateral (
    select id from person p where p.workspace_id = g.ws and p.contact_id = g.contact_id offset 0
  ) p
  where not g.is_new and g.contact_id is not null
  union
  select crowd, ws, at, given, person_id from crowd where person_id is not null
  union
  select crowd, ws, at, given, speaker_id from crowd where speaker_id is not null
),
reached as (
  select a.*, c.id as chat_id, row_number() over (partition by a.crowd order by c.id = any(a.given) is true desc, c.last_message_at desc, c.id) as place
  from audience a cross join lateral (
    select id, last_message_at from chat c
    where c.workspace_id = a.ws and c.person_id = a.person_id
      and ((c.status = 'open' and c.last_message_at >= a.at - ${cardWindow}) or c.id = any(a.given))
    offset 0
  ) c
),
active as (
  select n.ws, c.id
  from (
    select ws, person_id, chat_id, min(at) as at, bool_or(chat_id = any(given) is true) as is_given
    from reached where place <= ${cardsWithEvent} group by 1, 2, 3 order by 1, 2, 3
  ) n
  cross join lateral (
    select id from chat c
    where c.workspace_id = n.ws and c.id = n.chat_id and c.person_id = n.person_id
      and ((c.status = 'open' and c.last_message_at >= n.at - ${cardWindow}) or n.is_given)
    offset 0 for update
  ) c
),
planned as (
  select r.i, r.ws, c.id as chat_id
  from crowded r join reached n on n.crowd = r.crowd and n.place <= ${cardsWithEvent} join active c on c.ws = n.ws and c.id = n.chat_id
),
further as (
  select n.crowd, n.ws, array_agg(n.chat_id order by n.place) as chats from reached n
  where n.place > ${cardsWithEvent} and (
    select count(*) from (select from pending_card q where q.workspace_id = n.ws limit ${maxPending}) waiting
  ) < ${maxPending}
  group by 1, 2
),
kept as (
  insert into event (workspace_id, id, contact_id, person_id, merged_from_id, event, level, properties, occurred_at, received_at,
    posted_to_conversations, idempotency_key, request_hash)
  select r.ws, r.id, r.contact_id, r.person_id, r.merged_from, r.event, r.level, r.properties, r.occurred_at, r.received_at,
    (select count(*) from planned p where p.i = r.i)::int
      + coalesce((select cardinality(f.chats) from further f where f.crowd = r.crowd), 0), r.key, r.hash
  from crowded r
  -- In one order, so that two statements with the same keys wait for each other in turn.
  order by r.ws, r.key, r.i
  on conflict (workspace_id, idempotency_key) do nothing
  returning workspace_id, id, posted_to_conversations
),
done as (select r.*, k.posted_to_conversations as posted from crowded r join kept k on k.workspace_id = r.ws and k.id = r.id),
made as (
  insert into contact (workspace_id, id, user_id, phone, phone_since, created_at, updated_at)
  select distinct on (ws, user_id) ws, contact_id, user_id,
    max(phone) filter (where takes_phone) over w, max(case when takes_phone then clock_timestamp() end) over w, received_at, received_at
  from done
  where is_new
  window w as (partition by ws, user_id)
  order by ws, user_id, i
  on conflict (workspace_id, user_id) do nothing
),
filled as (
  update contact c set phone = d.phone, phone_since = clock_timestamp(), updated_at = ${changedAt("c")}
  from done d
  where c.workspace_id = d.ws and c.id = d.contact_id and d.takes_phone and not d.is_new and c.phone is null
),
linked as (
  update person p
  set contact_id = d.contact_id, linked_by = (case when d.takes_phone or (d.owner = d.contact_id and d.owner_links) then 'phone' else 'event' end)::linked_by
  from done d
  where p.workspace_id = d.ws and p.id = d.speaker_id and d.links
  returning p.workspace_id, p.id, p.contact_id, d.speaker_contact as was
),${moveEventsSql("linked")},${cardsSql({ planned: "planned", events: "done" })},
later as (
  insert into pending_card (workspace_id, id, event_ids, chat_ids, created_at)
  select f.ws, gen_random_uuid(), d.ids, f.chats, d.at
  from further f join (select crowd, array_agg(id order by i) as ids, max(received_at) as at from done group by 1) d on d.crowd = f.crowd
)
select d.i, d.id, d.event, d.level::text as level, d.occurred_at as "occurredAt", d.received_at as "receivedAt", d.posted as "postedToConversations",
  false as replayed, d.hash as "requestHash", d.contact_id as "contactId", d.person_id as "personId",
  coalesce((select json_agg(json_build_object('id', b.id, 'seq', b.last_seq, 'itemId', p.item_id, 'itemSeq', b.last_seq - p.total + p.n))
    from placed p join bumped b on b.id = p.chat_id and b.workspace_id = p.ws where p.i = d.i), '[]'::json) as chats,
  d.links as linked, case when d.owner <> d.contact_id then d.owner end as "otherContactId",
  coalesce((
    select json_agg(h.id) from (
      select h.id from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
      where q.workspace_id = d.ws and (q.contact_id = d.contact_id or q.id = coalesce(d.person_id, case when d.links then d.speaker_id end))
        and (h.status = 'open' or h.id = d.given_chat)
        and ${closesProblem("d", "ws")}
      limit ${maxNamed + 1}
    ) h
  ), '[]'::json) as reset
from done d
union all
select p.i, p.id, p.event, p.level::text, p.occurred_at, p.received_at, p.posted_to_conversations, true, p.request_hash, null, null, '[]'::json::jsonb::json, false, null, '[]'::json
from prior p
order by i
`;

/** Frees an Idempotency-Key (`$2`, workspace `$1`) whose event was deleted with its contact or its person, and only waits for removal. */
export const releaseKeyStatement = statement()`
update event e set idempotency_key = null, request_hash = null
where e.workspace_id = $1::uuid and e.idempotency_key = $2::text and (
  exists (select from contact c where c.workspace_id = e.workspace_id and c.id = e.contact_id and c.deleted_at is not null)
  or (e.contact_id is null and exists (select from erased_person x where x.workspace_id = e.workspace_id and x.person_id = e.person_id))
)
`;
