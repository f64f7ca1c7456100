import { z } from "zod";
import { statement } from "@/lib/platform/db/statement";
import { cardWindow } from "./sql";

/** The most chats that a dry run names. */
const maxChats = 100;

export const ReachedRow = z.strictObject({
  conversationId: z.uuid(),
  lastMessageAt: z.date(),
  /** Why the chat has no card; null when it has one. */
  reason: z.enum(["closed", "inactive", "other_contact", "too_many"]).nullable(),
});

/**
 * The chats of the contact (`$3`) or person (`$4`) of an event (`$2`, workspace `$1`) that was just recorded, and of its phone (`$5`, or
 * its other form `$6`), with the reason why the event, received at `$7`, is not in one. What has a card is what the event's own statement chose.
 */
export const reachedStatement = statement({ row: ReachedRow })`
select c.id as "conversationId", c.last_message_at as "lastMessageAt",
  case
    when exists (select from chat_item i where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.event_id = $2::uuid) then null
    when exists (
      select from pending_card q where q.workspace_id = c.workspace_id and $2::uuid = any(q.event_ids) and c.id = any(q.chat_ids)
    ) then null
    when not a.is_own then 'other_contact'
    when c.status <> 'open' then 'closed'
    when c.last_message_at < $7::timestamptz - ${cardWindow} then 'inactive'
    else 'too_many'
  end as reason
from (
  select p.id, bool_or(p.is_own) as is_own from (
    select id, true as is_own from person where workspace_id = $1::uuid and contact_id = $3::uuid
    union all
    select id, true from person where workspace_id = $1::uuid and id = $4::uuid
    union all
    select id, false from person where workspace_id = $1::uuid and contact_id is not null and phone in ($5::text, $6::text)
  ) p group by 1
) a
cross join lateral (
  select * from chat c where c.workspace_id = $1::uuid and c.person_id = a.id order by c.last_message_at desc, c.id limit ${maxChats}
) c
order by c.last_message_at desc, c.id
limit ${maxChats}
`;
