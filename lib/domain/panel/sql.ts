import { z } from "zod";
import { Status } from "@/lib/domain/chats/contract";
import { personColumns, personShape } from "@/lib/domain/chats/sql";
import { ReadEvent } from "@/lib/domain/events/contract";
import { wireTime } from "@/lib/platform/db/sql";
import { Panel } from "./contract";

const { contact, suggestion, linkedChats, running } = Panel.shape;
/** Inside JSON, PostgreSQL writes times as text, so the shapes below replace them by strings. */
const strictly = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape);

/** A chat with the contents of its panel. */
export const PanelRow = z.strictObject({
  ...personShape,
  id: z.uuid(),
  status: Status,
  createdAt: z.date(),
  personId: z.uuid(),
  email: z.string().nullable(),
  typedPhone: z.string().nullable(),
  linkedBy: Panel.shape.person.shape.linkedBy,
  isBlocked: z.boolean(),
  contactId: z.uuid().nullable(),
  contact: strictly({ ...contact.unwrap().shape, createdAt: z.string() }).nullable(),
  suggestion: strictly(suggestion.unwrap().shape).nullable(),
  linkedChats: z.array(strictly({ ...linkedChats.element.shape, lastItemAt: z.string() })),
  linkedChatsCount: z.int(),
  buttons: z.array(strictly({ id: z.uuid(), action: z.string(), label: z.string(), options: z.unknown() })),
  running: z.array(strictly({ ...running.element.shape, startedAt: z.string() })),
});

/** `$1` workspace, `$2` chat: the person, the contact, and everything else in the panel except the events. */
export const panelStatement = `
select c.id, c.status::text as status, c.created_at as "createdAt", ${personColumns}, p.id as "personId", p.email,
  p.typed_phone as "typedPhone", p.linked_by::text as "linkedBy",
  p.blocked_at is not null as "isBlocked", p.contact_id as "contactId",
  case when k.id is not null then json_build_object('id', k.id, 'userId', k.user_id, 'name', k.name, 'email', k.email,
    'phone', k.phone, 'attributes', k.attributes, 'createdAt', k.created_at) end as contact,
  case when p.contact_id is null then (
    select json_build_object('userId', s.user_id, 'name', s.name, 'matches', case when s.email_key = lower(p.email) then 'email' else 'phone' end)
    from contact s
    where s.workspace_id = p.workspace_id and (s.email_key = lower(p.email) or s.phone = p.typed_phone)
    order by s.email_key = lower(p.email) desc nulls last, s.created_at limit 1
  ) end as suggestion,
  coalesce((
    select json_agg(json_build_object('id', o.id, 'channel', o.channel, 'status', o.status, 'lastItemAt', o.last_item_at) order by o.last_item_at desc)
    from (
      select h.id, q.channel, h.status, h.last_item_at
      from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
      where q.workspace_id = c.workspace_id and (q.id = p.id or q.contact_id = p.contact_id) and h.id <> c.id
      order by h.last_item_at desc limit 10
    ) o
  ), '[]'::json) as "linkedChats",
  (select count(*)::int from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
    where q.workspace_id = c.workspace_id and (q.id = p.id or q.contact_id = p.contact_id)) as "linkedChatsCount",
  coalesce((select json_agg(json_build_object('id', b.id, 'action', b.action, 'label', b.label, 'options', b.options) order by b.position, b.id)
    from action_button b where b.workspace_id = c.workspace_id and b.enabled), '[]'::json) as buttons,
  coalesce((select json_agg(json_build_object('callId', a.id, 'buttonId', a.button_id, 'label', a.label, 'agentName', a.agent_name,
      'state', a.state, 'startedAt', a.started_at) order by a.started_at)
    from action_call a
    where a.workspace_id = c.workspace_id and a.chat_id = c.id and a.state in ('sending', 'working')), '[]'::json) as running
from chat c
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
left join contact k on k.workspace_id = p.workspace_id and k.id = p.contact_id
where c.workspace_id = $1::uuid and c.id = $2::uuid
`;

const eventColumns = `id, event, level, properties, ${wireTime("occurred_at")} as "occurredAt", ${wireTime("received_at")} as "receivedAt"`;

const ownerConditions = { contact: "contact_id = $2::uuid", person: "person_id = $2::uuid and contact_id is null" };

const events = z.array(z.strictObject(ReadEvent.shape));
export const EventsRow = z.strictObject({ problems: events, problemsCount: z.int(), events });
export const OlderEventsRow = z.strictObject({ events });

/**
 * A person's newest problems and newest other events. `$1` workspace, `$2` the contact, or the person without one, `$3` limit for
 * the other events. A person's events follow their link, so one column is enough; for a person without a contact, events that
 * belong to a deleted contact are left out.
 */
export const eventsStatement = (of: keyof typeof ownerConditions) => `
select
  coalesce((select json_agg(e order by e."occurredAt" desc, e."receivedAt" desc, e.id desc) from (
    select ${eventColumns} from event where workspace_id = $1::uuid and ${ownerConditions[of]} and level = 'problem'
    order by occurred_at desc, received_at desc, id desc limit 20) e), '[]'::json) as problems,
  (select count(*)::int from event where workspace_id = $1::uuid and ${ownerConditions[of]} and level = 'problem') as "problemsCount",
  coalesce((select json_agg(e order by e."occurredAt" desc, e."receivedAt" desc, e.id desc) from (
    select ${eventColumns} from event where workspace_id = $1::uuid and ${ownerConditions[of]} and level = 'info'
    order by occurred_at desc, received_at desc, id desc limit $3::int) e), '[]'::json) as events
`;

/** Events before one event, newest first: `$1` and `$2` as above, `$3` the event's id, `$4` the level, `$5` limit. */
export const olderEventsStatement = (of: keyof typeof ownerConditions) => `
select coalesce((select json_agg(e order by e."occurredAt" desc, e."receivedAt" desc, e.id desc) from (
  select ${eventColumns} from event where workspace_id = $1::uuid and ${ownerConditions[of]} and level = $4::level
    and (occurred_at, received_at, id) <
      (select occurred_at, received_at, id from event where workspace_id = $1::uuid and ${ownerConditions[of]} and id = $3::uuid)
  order by occurred_at desc, received_at desc, id desc limit $5::int) e), '[]'::json) as events
`;
