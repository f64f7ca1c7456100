import { z } from "zod";
import { Channel } from "@/lib/chats/contract";
import { ItemRow } from "@/lib/chats/item";
import { delivery } from "@/lib/chats/sql";
import { ReadEvent } from "@/lib/context/events/contract";
import { eventColumns } from "@/lib/context/events/read-sql";
import { closingJoin } from "@/lib/context/problems/sql";
import { statement } from "@/lib/platform/db/statement";
import type { EntryKind } from "./contract";

export const WrittenRow = z.strictObject({ ...ItemRow.shape, chatId: z.uuid(), channel: Channel });
export const EventRow = z.strictObject({
  ...ReadEvent.shape,
  at: z.date(),
  chatId: z.uuid().nullable(),
  channel: Channel.nullable(),
  /** The last event read: the next page goes on after it. */
  isEnd: z.boolean(),
});
/** With a channel, how many events a page reads to find those that were posted there. */
export const maxEvents = 2_000;

type WrittenKind = Exclude<EntryKind, "event">;

const ofKind: Record<WrittenKind, string> = {
  message: " and i.kind = 'message'",
  note: " and i.kind = 'note'",
  outcome: " and i.kind = 'action'",
};

/** As the partial index of these items says it: neither cards nor changes. */
const isWritten = "(i.kind in ('message', 'action') or (i.kind = 'note' and i.author <> 'system'))";

const isBefore = "(i.created_at, i.id) < ($3::timestamptz, $4::uuid)";
const newestFirst = "order by i.created_at desc, i.id desc";

/**
 * What was written or pressed in the chats of a contact, newest first: `$1` workspace, `$2` contact, `$3` and `$4` the last entry's
 * time and id, `$5` channel or null, `$6` limit. The newest of each chat says which chats the page can come from.
 */
export const writtenStatement = (kind: WrittenKind | undefined) => statement({ row: WrittenRow })`
with near as materialized (
  select h.id, q.channel from person q
  join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
  cross join lateral (
    select i.created_at, i.id from chat_item i
    where i.workspace_id = h.workspace_id and i.chat_id = h.id and ${isWritten}${kind ? ofKind[kind] : ""} and ${isBefore}
    ${newestFirst} limit 1
  ) i
  where q.workspace_id = $1::uuid and q.contact_id = $2::uuid and ($5::text is null or q.channel::text = $5::text)
  ${newestFirst} limit $6::int
)
select i.id, i.seq, i.kind::text as kind, i.author::text as author, i.author_name as "authorName", i.text, i.data, i.event_id as "eventId",
  i.created_at as "createdAt", n.id as "chatId", n.channel::text as channel, ${delivery}
from near n
cross join lateral (
  select i.* from chat_item i
  where i.workspace_id = $1::uuid and i.chat_id = n.id and ${isWritten}${kind ? ofKind[kind] : ""} and ${isBefore}
  ${newestFirst} limit $6::int
) i
left join outbound_message o on o.workspace_id = i.workspace_id and o.id = i.id
${newestFirst} limit $6::int`;

/**
 * The events of a contact, each with the chat in which its last card is. With a channel, those that were posted there, and the last one
 * read. The values are those of the statement above.
 */
export const eventsStatement = statement({ row: EventRow })`
select ${eventColumns}, e.occurred_at as at, p.id as "chatId", p.channel::text as channel,
  e.place = ${maxEvents} as "isEnd"
from (
  select e.*, row_number() over (order by e.occurred_at desc, e.id desc) as place from event e
  where e.workspace_id = $1::uuid and e.contact_id = $2::uuid and e.occurred_at <= $3::timestamptz
    and (e.occurred_at, e.id) < ($3::timestamptz, $4::uuid)
    -- Answered once, before any event is read: somebody who never wrote in the channel may have a million of them.
    and ($5::text is null or exists (
      select from person w where w.workspace_id = $1::uuid and w.contact_id = $2::uuid and w.channel::text = $5::text
    ))
  order by e.occurred_at desc, e.id desc limit case when $5::text is null then $6::int else ${maxEvents} end
) e
left join lateral (
  select h.id, q.channel from chat_item i
  join chat h on h.workspace_id = i.workspace_id and h.id = i.chat_id
  join person q on q.workspace_id = h.workspace_id and q.id = h.person_id
  where e.posted_to_conversations > 0 and i.workspace_id = e.workspace_id and i.event_id = e.id and i.kind = 'card'
    and q.contact_id = e.contact_id and ($5::text is null or q.channel::text = $5::text)
  ${newestFirst} limit 1
) p on true
${closingJoin("e")}
where $5::text is null or p.id is not null or e.place = ${maxEvents}
order by e.occurred_at desc, e.id desc limit $6::int`;
