import { z } from "zod";
import { personColumns, personShape } from "@/lib/chats/sql";
import { levels } from "@/lib/context/events/shared/level";
import { cardWindow } from "@/lib/context/events/sql";
import { statement } from "@/lib/platform/db/statement";

/** The most chats of a contact, and the most with a card, that are named. */
export const maxPast = 100;

/** As many changes of a chat, and entries of the audit log, are looked at. */
const [maxChanges, maxEntries] = [1_000, 10_000];

const EventRow = z.strictObject({
  event: z.string(),
  level: z.enum(levels),
  receivedAt: z.date(),
  posted: z.int(),
  contactId: z.uuid().nullable(),
  personId: z.uuid().nullable(),
  /** Around then, a phone came with an event of the contact that another contact had. */
  hasConflict: z.boolean(),
});

/** The event `$2` of workspace `$1`; no row for one that was deleted with its contact or its person. */
export const pastEventStatement = statement({ row: EventRow })`
select e.event, e.level::text as level, e.received_at as "receivedAt", e.posted_to_conversations as posted,
  e.contact_id as "contactId", e.person_id as "personId",
  exists (
    select from link_conflict l where l.workspace_id = e.workspace_id and l.contact_id = e.contact_id
      and l.created_at <= e.received_at + interval '5 seconds' and l.last_seen_at >= e.received_at
  ) as "hasConflict"
from event e
where e.workspace_id = $1::uuid and e.id = $2::uuid
  and (select k.deleted_at from contact k where k.workspace_id = e.workspace_id and k.id = e.contact_id) is null
  and (e.contact_id is not null or not exists (
    select from erased_person x where x.workspace_id = e.workspace_id and x.person_id = e.person_id
  ))
`;

const PastRow = z.strictObject({
  ...personShape,
  id: z.uuid(),
  contactName: z.string().nullable(),
  hasCard: z.boolean(),
  /** Among the problems that the chat began with. */
  isSummarized: z.boolean(),
  isLater: z.boolean(),
  isLinkedLater: z.boolean(),
  wasOpen: z.boolean(),
  wasActive: z.boolean(),
  /** The newest message by then. */
  lastMessageAt: z.date().nullable(),
});
export type PastRow = z.output<typeof PastRow>;

/**
 * The chats with the newest messages of the contact (`$3`) or person (`$4`) of an event (`$2`, workspace `$1`), and chats with its card, each
 * with what was true when the event was received (`$5`). A chat was as the first change after that found it, or is as it was. That an agent
 * linked somebody is in the audit log; when another link was made is stored nowhere.
 */
export const pastStatement = statement({ row: PastRow })`
with cards as materialized (
  select i.chat_id as id from chat_item i
  where i.workspace_id = $1::uuid and i.event_id = $2::uuid and i.kind = 'card' and not i.data ? 'digest'
  union all
  select unnest(q.chat_ids[q.done + 1 :]) from pending_card q where q.workspace_id = $1::uuid and $2::uuid = any(q.event_ids)
),
audience as (
  select p.id from person p where p.workspace_id = $1::uuid and p.contact_id = $3::uuid
  union
  select p.id from person p where p.workspace_id = $1::uuid and p.id = $4::uuid
),
named as (
  (
    select c.id from audience a cross join lateral (
      select c.id, c.last_message_at from chat c where c.workspace_id = $1::uuid and c.person_id = a.id
      order by c.last_message_at desc, c.id limit ${maxPast + 1}
    ) c
    order by c.last_message_at desc, c.id limit ${maxPast + 1}
  )
  union
  (select id from cards limit ${maxPast})
),
entries as materialized (
  select a.what, a.subject, a.details, a.created_at, a.id from audit_entry a
  where a.workspace_id = $1::uuid and a.created_at > $5::timestamptz and $3::uuid is not null
  order by a.created_at, a.id limit ${maxEntries}
),
links as (
  select distinct on (h.person_id) h.person_id, l.what from (
    select case when e.what in ('person.linked', 'person.unlinked') then e.subject::uuid end as chat_id, e.what, e.created_at, e.id
    from entries e where e.details->>'contact' = $3::uuid::text
  ) l
  join chat h on h.workspace_id = $1::uuid and h.id = l.chat_id
  order by h.person_id, l.created_at, l.id
)
select c.id, ${personColumns}, k.name as "contactName",
  c.id in (select id from cards) as "hasCard",
  exists (
    select from (
      select i.data from chat_item i
      where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.kind = 'card' and i.data->>'level' = 'problem'
      order by i.seq limit 3
    ) first where first.data->'digest' ? $2::uuid::text
  ) as "isSummarized",
  c.created_at > $5::timestamptz as "isLater",
  exists (select from links l where l.person_id = c.person_id and l.what = 'person.linked') as "isLinkedLater",
  coalesce(changed.was_open, c.status = 'open') as "wasOpen",
  coalesce(said.at >= $5::timestamptz - ${cardWindow}, false) as "wasActive",
  said.at as "lastMessageAt"
from named n
cross join lateral (select c.* from chat c where c.workspace_id = $1::uuid and c.id = n.id offset 0) c
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
left join contact k on k.workspace_id = p.workspace_id and k.id = p.contact_id
left join lateral (
  select i.what <> 'reopened' as was_open from (
    select i.seq, i.created_at, coalesce(i.data->'change'->>'what', i.data->'notice'->>'what') as what from chat_item i
    where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.kind = 'note' and i.author = 'system'
    order by i.seq desc limit ${maxChanges}
  ) i
  where i.created_at > $5::timestamptz and i.what in ('closed', 'reopened', 'goes_on_in')
  order by i.seq limit 1
) changed on true
cross join lateral (
  select case when c.last_message_at <= $5::timestamptz then c.last_message_at else (
    select i.created_at from chat_item i
    where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.kind = 'message' and i.created_at <= $5::timestamptz
    order by i.created_at desc, i.id desc limit 1
  ) end as at
) said
order by said.at desc nulls last, c.id
`;
