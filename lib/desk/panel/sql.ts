import { z } from "zod";
import { LastPressRow, lastPressesQuery } from "@/lib/actions/calls/recent";
import { stateOf } from "@/lib/actions/calls/sql";
import { Status } from "@/lib/chats/contract";
import { isPreviewed } from "@/lib/chats/list-sql";
import { personColumns, personShape } from "@/lib/chats/sql";
import { TagsColumn, tagsOf, tagsOfContact } from "@/lib/chats/tagging/sql";
import { DisplayColumn, displayOf } from "@/lib/people/attribute-display/sql";
import { wireTime } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { Panel } from "./contract";
import { EventsRow, eventsQuery, shownFor } from "./events-sql";

const { contact, suggestion, linkedChats, running, outcomes } = Panel.shape;
const { assignee } = Panel.shape.chat.shape;
/** Inside JSON, PostgreSQL writes times as text, so the shapes below replace them by strings. */
const strictly = <S extends z.ZodRawShape>(shape: S) => z.strictObject(shape);

/** A chat with the contents of its panel. */
const PanelRow = z.strictObject({
  ...personShape,
  id: z.uuid(),
  status: Status,
  createdAt: z.date(),
  assignee: assignee.unwrap().strict().nullable(),
  snoozedUntil: z.date().nullable(),
  tags: TagsColumn,
  personId: z.uuid(),
  email: z.string().nullable(),
  typedPhone: z.string().nullable(),
  linkedBy: Panel.shape.person.shape.linkedBy,
  isBlocked: z.boolean(),
  contactId: z.uuid().nullable(),
  contact: strictly({ ...contact.unwrap().shape, display: DisplayColumn, tags: TagsColumn, createdAt: z.string() }).nullable(),
  suggestion: strictly(suggestion.unwrap().shape).nullable(),
  linkedChats: z.array(strictly({ ...linkedChats.element.shape, lastItemAt: z.string() })),
  linkedChatsCount: z.int(),
  buttons: z.array(strictly({ id: z.uuid(), action: z.string(), label: z.string(), options: z.unknown(), problemEvents: z.unknown() })),
  running: z.array(strictly({ ...running.element.shape, startedAt: z.string() })),
  outcomes: z.array(strictly(outcomes.element.shape)),
  lastPresses: z.array(strictly({ ...LastPressRow.shape, startedAt: z.string() })),
  ...EventsRow.shape,
});

/**
 * The newest finished press of each button, and of each button and problem, of the last 24 hours: of the row `person`, in any chat of
 * anybody linked to the same contact. Its text is that of the item in the chat `chat` or another; `about` is empty once the event is gone.
 */
const outcomesOf = (chat: string, person: string) => `coalesce((
    select json_agg(json_build_object('callId', o.id, 'buttonId', o.button_id, 'label', o.label, 'agentName', o.agent_name, 'state', o.state,
      'text', coalesce((
        select n.data->>'message' from chat_item n
        where n.workspace_id = o.workspace_id and n.chat_id = o.chat_id and n.kind = 'action' and n.data->>'callId' = o.id::text
        order by n.seq desc limit 1
      ), o.reason), 'at', ${wireTime("o.finished_at")}, 'about', o.about) order by o.finished_at desc, o.id desc)
    from (
      select distinct on (f.button_id, f.about) f.*
      from (
        select u.workspace_id, u.id, u.chat_id, u.button_id, u.label, u.agent_name, ${stateOf("u")} as state, u.reason, u.finished_at, (
          select jsonb_build_object('event', e.event, 'reference', nullif(event_reference(e.properties), ''))
          from event e where e.workspace_id = u.workspace_id and e.id = u.event_id
        ) as about
        from person q join action_call u on u.workspace_id = q.workspace_id and u.person_id = q.id
        where q.workspace_id = ${chat}.workspace_id and (q.id = ${person}.id or q.contact_id = ${person}.contact_id)
          and u.finished_at > now() - ${shownFor} and u.state not in ('sending', 'working')
      ) f
      order by f.button_id, f.about, f.finished_at desc, f.id desc
    ) o
  ), '[]'::json)`;

/** When the customer last wrote in the chat `of`. */
const lastWroteAt = (of: string) => `(
        select ${wireTime("w.created_at")} from chat_item w
        where w.workspace_id = ${of}.workspace_id and w.chat_id = ${of}.id and ${isPreviewed("w")} and w.kind = 'message' and w.author = 'customer'
        order by w.seq desc limit 1
      )`;

/** Events of the contact that the person of `p` is linked to, or of the person alone. */
const ownEvents = eventsQuery({
  workspace: "$1::uuid",
  owner: "coalesce(p.contact_id, p.id)",
  limit: "$3::int",
  either: (select) => `case when p.contact_id is not null then ${select("contact")} else ${select("person")} end`,
});

/** Last presses of the buttons with a cooldown, for the person of `p` or anybody linked to the same contact. */
const ownPresses = lastPressesQuery({
  people: "q.workspace_id = p.workspace_id and (q.id = p.id or q.contact_id = p.contact_id)",
  buttons: `array(select b.id from action_button b
      where b.workspace_id = $1::uuid and b.enabled and b.options->'coolDownSeconds' > '0'::jsonb)`,
  since: "$4::timestamptz",
});

/** `$1` workspace, `$2` chat, `$3` limit for the events that are no problems, `$4` since when presses count for cooldowns. */
export const panelStatement = statement({ row: PanelRow })`
select v.*, c.id, c.status::text as status, c.created_at as "createdAt",
  (select json_build_object('id', a.id, 'name', a.name) from member m join account a on a.id = m.account_id
    where m.workspace_id = c.workspace_id and m.account_id = c.assignee_id) as assignee,
  case when c.snoozed_until > now() then c.snoozed_until end as "snoozedUntil", ${tagsOf("c")} as tags, ${personColumns}, p.id as "personId", p.email,
  p.typed_phone as "typedPhone", p.linked_by::text as "linkedBy",
  p.blocked_at is not null as "isBlocked", p.contact_id as "contactId",
  case when k.id is not null then json_build_object('id', k.id, 'userId', k.user_id, 'name', k.name, 'email', k.email,
    'phone', k.phone, 'attributes', k.attributes, 'display', ${displayOf("k.workspace_id", "k.attributes")}, 'tags', ${tagsOfContact("k")}, 'createdAt', k.created_at) end as contact,
  case when p.contact_id is null then (
    select json_build_object('userId', s.user_id, 'name', s.name, 'matches', case when s.email_key = lower(p.email) then 'email' else 'phone' end)
    from contact s
    where s.workspace_id = p.workspace_id and (s.email_key = lower(p.email) or s.phone = p.typed_phone)
    order by s.email_key = lower(p.email) desc nulls last, s.created_at limit 1
  ) end as suggestion,
  coalesce((
    select json_agg(json_build_object('id', o.id, 'channel', o.channel, 'status', o.status, 'lastItemAt', o.last_item_at,
      'lastWroteAt', ${lastWroteAt("o")}) order by o.last_item_at desc)
    from (
      select h.workspace_id, h.id, q.channel, h.status, h.last_item_at
      from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
      where q.workspace_id = c.workspace_id and (q.id = p.id or q.contact_id = p.contact_id) and h.id <> c.id
      order by h.last_item_at desc limit 10
    ) o
  ), '[]'::json) as "linkedChats",
  (select count(*)::int from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
    where q.workspace_id = c.workspace_id and (q.id = p.id or q.contact_id = p.contact_id)) as "linkedChatsCount",
  coalesce((select json_agg(json_build_object('id', b.id, 'action', b.action, 'label', b.label, 'options', b.options,
      'problemEvents', b.problem_events) order by b.position, b.id)
    from action_button b where b.workspace_id = c.workspace_id and b.enabled), '[]'::json) as buttons,
  coalesce((select json_agg(json_build_object('callId', a.id, 'buttonId', a.button_id, 'label', a.label, 'agentName', a.agent_name,
      'state', a.state, 'startedAt', a.started_at) order by a.started_at)
    from action_call a
    where a.workspace_id = c.workspace_id and a.chat_id = c.id and a.state in ('sending', 'working')), '[]'::json) as running,
  ${outcomesOf("c", "p")} as outcomes,
  coalesce((select json_agg(l) from (${ownPresses}) l), '[]'::json) as "lastPresses"
from chat c
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
left join contact k on k.workspace_id = p.workspace_id and k.id = p.contact_id
cross join lateral (${ownEvents}) v
where c.workspace_id = $1::uuid and c.id = $2::uuid
`;

const OwnerRow = z.strictObject({ contactId: z.uuid().nullable(), personId: z.uuid() });

/** `$1` workspace, `$2` chat. */
export const ownerStatement = statement({ row: OwnerRow })`
select p.contact_id as "contactId", p.id as "personId"
from chat c join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
where c.workspace_id = $1::uuid and c.id = $2::uuid`;
