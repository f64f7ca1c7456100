import { z } from "zod";
import { noSuchChat } from "@/lib/chats";
import { openProblemsOf } from "@/lib/context/problems/sql";
import { contactGone, linkedToAnother } from "@/lib/people";
import { rawClient } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { LinkPreview } from "./contract";
import { maxCounted } from "./shared/limits";

const { contact, chats, ...counts } = LinkPreview.shape;

const PreviewRow = z.strictObject({
  ...counts,
  linkedTo: z.uuid().nullable(),
  contact: z.strictObject(contact.shape).nullable(),
  chats: z.array(z.strictObject({ ...chats.element.shape, lastItemAt: z.string() })),
});

/** Counts what a query selects, no further than needed. */
const counted = (selected: string) => `(select count(*)::int from (${selected} limit ${maxCounted + 1}) counted)`;

/** `$1` workspace, `$2` chat, `$3` userId. */
const previewStatement = statement({ row: PreviewRow })`
select p.contact_id as "linkedTo",
  case when k.id is not null then
    json_build_object('id', k.id, 'userId', k.user_id, 'name', k.name, 'email', k.email, 'phone', k.phone) end as contact,
  ${counted(`select from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
    where q.workspace_id = c.workspace_id and q.contact_id = k.id`)} as "contactChatsCount",
  (select json_agg(json_build_object('id', o.id, 'channel', p.channel, 'status', o.status, 'lastItemAt', o.last_item_at) order by o.last_item_at desc)
    from (
      select h.id, h.status, h.last_item_at from chat h
      where h.workspace_id = c.workspace_id and h.person_id = p.id order by h.last_item_at desc limit 5
    ) o) as chats,
  ${counted("select from chat h where h.workspace_id = c.workspace_id and h.person_id = p.id")} as "chatsCount",
  ${counted("select from event e where e.workspace_id = c.workspace_id and e.person_id = p.id and e.contact_id is null")} as "eventsCount",
  case when p.contact_id is null then ${openProblemsOf("c.workspace_id", "p.id")} else 0 end as "problemsCount"
from chat c
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
-- The userId may be an alias.
left join contact a on a.workspace_id = c.workspace_id and a.user_id = $3
left join contact k on k.workspace_id = a.workspace_id and k.id = coalesce(a.merged_into_id, a.id)
where c.workspace_id = $1::uuid and c.id = $2::uuid`;

/** What linking the person in a chat to a contact would do; nothing is changed. @throws not_found, customer_not_found, conflict as the link */
export async function linkPreview(workspaceId: string, chatId: string, userId: string): Promise<z.output<typeof LinkPreview>> {
  const [row] = await rows(rawClient, previewStatement)(workspaceId, chatId, userId);
  if (!row) throw noSuchChat();
  const { linkedTo, contact, chats, ...counts } = row;
  if (!contact) throw contactGone();
  if (linkedTo !== null && linkedTo !== contact.id) throw linkedToAnother();
  return { contact, ...counts, chats: chats.map((chat) => ({ ...chat, lastItemAt: new Date(chat.lastItemAt) })) };
}
