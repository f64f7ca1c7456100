import { z } from "zod";
import { stateOf } from "@/lib/actions/calls/sql";
import { Channel, Status } from "@/lib/chats/contract";
import { ItemRow } from "@/lib/chats/item";
import { delivery, timelineData } from "@/lib/chats/sql";
import { tagNamesOf } from "@/lib/chats/tagging/sql";
import { ReadEvent } from "@/lib/context/events/contract";
import { eventColumns } from "@/lib/context/events/read-sql";
import { closingJoin } from "@/lib/context/problems/sql";
import { Panel } from "@/lib/desk/panel/contract";
import { AttributeMap } from "@/lib/kernel/attributes";
import { WireTime } from "@/lib/kernel/contract";
import { aliasesOf } from "@/lib/people/contact-of";
import { wireTime } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";

const ContactRow = z.strictObject({
  userId: z.string(),
  /** The userIds of contacts that are part of it. */
  aliases: z.array(z.string()),
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  attributes: AttributeMap,
  tags: z.array(z.string()),
  createdAt: WireTime,
  updatedAt: WireTime,
  lastSeenAt: z.date(),
});

/** `$1` workspace, `$2` contact. */
export const contactStatement = statement({ row: ContactRow })`
select c.user_id as "userId", ${aliasesOf("c")} as aliases, c.name, c.email, c.phone, c.attributes, ${tagNamesOf("c")} as tags, ${wireTime("c.created_at")} as "createdAt",
  ${wireTime("c.updated_at")} as "updatedAt", a.last_seen_at as "lastSeenAt"
from contact c join contact_activity a on a.workspace_id = c.workspace_id and a.contact_id = c.id
where c.workspace_id = $1::uuid and c.id = $2::uuid and c.deleted_at is null`;

const identity = z.strictObject({ kind: z.string(), value: z.string(), since: WireTime, until: WireTime.nullable() });

const PersonRow = z.strictObject({
  id: z.uuid(),
  channel: Channel,
  name: z.string().nullable(),
  username: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  typedPhone: z.string().nullable(),
  visitorId: z.string().nullable(),
  linkedBy: Panel.shape.person.shape.linkedBy,
  createdAt: WireTime,
  blockedAt: WireTime.nullable(),
  identities: z.array(identity),
});

/** The people of a contact, by their ids: `$1` workspace, `$2` contact, `$3` limit, `$4` the last one's id. */
export const peopleStatement = statement({ row: PersonRow })`
select q.id, q.channel::text as channel, q.name, q.username, q.phone, q.email, q.typed_phone as "typedPhone", q.visitor_id as "visitorId",
  q.linked_by::text as "linkedBy", ${wireTime("q.created_at")} as "createdAt", ${wireTime("q.blocked_at")} as "blockedAt",
  coalesce((
    select json_agg(json_build_object('kind', i.kind, 'value', i.value, 'since', ${wireTime("i.created_at")},
      'until', ${wireTime("i.superseded_at")}) order by i.created_at, i.value)
    from person_identity i where i.workspace_id = q.workspace_id and i.person_id = q.id
  ), '[]'::json) as identities
from person q where q.workspace_id = $1::uuid and q.contact_id = $2::uuid and q.id > $4::uuid
order by q.id limit $3::int`;

export const EventRow = z.strictObject({ ...ReadEvent.shape });

/** `$1` workspace, `$2` contact, `$3` limit, `$4` to `$6` the last event's times and id; in the order in which they happened. */
export const eventsStatement = statement({ row: EventRow })`
select ${eventColumns}
from event e ${closingJoin("e")}
where e.workspace_id = $1::uuid and e.contact_id = $2::uuid
  and (e.occurred_at, e.received_at, e.id) > ($4::timestamptz, $5::timestamptz, $6::uuid)
order by e.occurred_at, e.received_at, e.id limit $3::int`;

const ChatRow = z.strictObject({ id: z.uuid(), personId: z.uuid(), channel: Channel, status: Status, createdAt: WireTime });

/** The chats of a contact, by their ids: `$1` workspace, `$2` contact, `$3` limit, `$4` the last one's id. */
export const chatsStatement = statement({ row: ChatRow })`
select h.id, h.person_id as "personId", q.channel::text as channel, h.status::text as status, ${wireTime("h.created_at")} as "createdAt"
from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
where q.workspace_id = $1::uuid and q.contact_id = $2::uuid and h.id > $4::uuid
order by h.id limit $3::int`;

/** `$1` workspace, `$2` chat, `$3` limit, `$4` the last one's seq; without cards, whose events are in the file already. */
export const itemsStatement = statement({ row: ItemRow })`
select i.id, i.seq, i.kind::text as kind, i.author::text as author, i.author_name as "authorName", i.text, ${timelineData} as data, i.event_id as "eventId",
  i.created_at as "createdAt", ${delivery}
from chat_item i
left join outbound_message o on o.workspace_id = i.workspace_id and o.id = i.id
where i.workspace_id = $1::uuid and i.chat_id = $2::uuid and i.seq > $4::int and i.kind <> 'card'
order by i.seq limit $3::int`;

const CallRow = z.strictObject({
  id: z.uuid(),
  deliveryId: z.uuid(),
  chatId: z.uuid(),
  action: z.string(),
  label: z.string(),
  agentName: z.string(),
  state: z.string(),
  startedAt: WireTime,
  finishedAt: WireTime.nullable(),
  requestBody: z.string().nullable(),
  replyStatus: z.int().nullable(),
  replyBody: z.string().nullable(),
  resultBody: z.string().nullable(),
  reason: z.string().nullable(),
});

/** The calls for a contact or for one of its people, by their ids: `$1` workspace, `$2` contact, `$3` limit, `$4` the last one's id. */
export const callsStatement = statement({ row: CallRow })`
select a.id, a.delivery_id as "deliveryId", a.chat_id as "chatId", a.action, a.label, a.agent_name as "agentName", ${stateOf("a")} as state,
  ${wireTime("a.started_at")} as "startedAt", ${wireTime("a.finished_at")} as "finishedAt", a.request_body as "requestBody",
  a.reply_status as "replyStatus", a.reply_body as "replyBody", a.result_body as "resultBody", a.reason
from action_call a
where a.workspace_id = $1::uuid and a.id > $4::uuid and (a.person_id in (
  select q.id from person q where q.workspace_id = $1::uuid and q.contact_id = $2::uuid
) or a.contact_id in (
  select c.id from contact c where c.workspace_id = $1::uuid and (c.id = $2::uuid or c.merged_into_id = $2::uuid)
))
order by a.id limit $3::int`;
