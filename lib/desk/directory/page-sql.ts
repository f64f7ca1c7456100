import { z } from "zod";
import { personShape } from "@/lib/chats/sql";
import { TagsColumn, tagsOfContact } from "@/lib/chats/tagging/sql";
import { undoHours } from "@/lib/context/contacts/merge/sql";
import { AttributeMap } from "@/lib/kernel/attributes";
import { DisplayColumn, displayOf } from "@/lib/people/attribute-display/sql";
import { aliasesOf } from "@/lib/people/contact-of";
import { wireTime } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { ContactPage } from "./contract";

const { people, chats, chatsCount } = ContactPage.shape;
const { linkedBy, isBlocked } = people.element.shape;

/** A contact with its people and chats; times inside of JSON are text. */
const PageRow = z.strictObject({
  id: z.uuid(),
  ...{ userId: z.string(), aliases: z.array(z.string()), name: z.string().nullable(), email: z.string().nullable() },
  phone: z.string().nullable(),
  attributes: AttributeMap,
  display: DisplayColumn,
  tags: TagsColumn,
  merges: z.array(z.strictObject({ ...ContactPage.shape.merges.element.shape, undoUntil: z.string() })),
  createdAt: z.date(),
  updatedAt: z.date(),
  lastSeenAt: z.date(),
  people: z.array(z.strictObject({ ...personShape, id: z.uuid(), linkedBy, isBlocked })),
  chats: z.array(
    z.strictObject({ ...chats.element.shape, lastItemAt: z.string(), assignee: chats.element.shape.assignee.unwrap().strict().nullable() }),
  ),
  chatsCount,
});

/** `$1` workspace, `$2` contact. */
export const pageStatement = statement({ row: PageRow })`
select c.id, c.user_id as "userId", ${aliasesOf("c")} as aliases, c.name, c.email, c.phone, c.attributes, ${displayOf("c.workspace_id", "c.attributes")} as display,
  ${tagsOfContact("c")} as tags, c.created_at as "createdAt", c.updated_at as "updatedAt", a.last_seen_at as "lastSeenAt",
  coalesce((
    select json_agg(json_build_object('id', m.id, 'userId', f.user_id, 'actor', m.actor,
      'undoUntil', ${wireTime(`(m.created_at + interval '${undoHours} hours')`)}) order by m.created_at desc, m.id desc)
    from contact_merge m join contact f on f.workspace_id = m.workspace_id and f.id = m.from_id
    where m.workspace_id = c.workspace_id and m.into_id = c.id and m.created_at > now() - interval '${undoHours} hours'
  ), '[]'::json) as merges,
  coalesce((
    select json_agg(json_build_object('id', q.id, 'channel', q.channel, 'name', q.name, 'phone', q.phone, 'username', q.username,
      'visitorId', q.visitor_id, 'linkedBy', q.linked_by, 'isBlocked', q.blocked_at is not null) order by q.created_at, q.id)
    from (
      select * from person q where q.workspace_id = c.workspace_id and q.contact_id = c.id order by q.created_at, q.id limit 50
    ) q
  ), '[]'::json) as people,
  coalesce((
    select json_agg(json_build_object('id', o.id, 'personId', o.person_id, 'channel', o.channel, 'status', o.status,
      'lastItemAt', ${wireTime("o.last_item_at")}, 'assignee', (
        select json_build_object('id', t.id, 'name', t.name) from member m join account t on t.id = m.account_id
        where m.workspace_id = o.workspace_id and m.account_id = o.assignee_id
      )) order by o.last_item_at desc, o.id desc)
    from (
      select h.*, q.channel from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
      where q.workspace_id = c.workspace_id and q.contact_id = c.id
      order by h.last_item_at desc, h.id desc limit 50
    ) o
  ), '[]'::json) as chats,
  (select count(*)::int from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
    where q.workspace_id = c.workspace_id and q.contact_id = c.id) as "chatsCount"
from contact c
join contact_activity a on a.workspace_id = c.workspace_id and a.contact_id = c.id
where c.workspace_id = $1::uuid and c.id = $2::uuid and c.deleted_at is null`;
