import { z } from "zod";
import { Newest } from "@/lib/chats/item";
import { isPreviewed } from "@/lib/chats/list-sql";
import { personColumns, personShape, shownData } from "@/lib/chats/sql";
import { statement } from "@/lib/platform/db/statement";
import { NotificationKind } from "./contract";

const NotificationRow = z.strictObject({
  ...personShape,
  chatId: z.uuid(),
  contactName: z.string().nullable(),
  seq: z.int(),
  kind: NotificationKind,
  item: Newest,
});

const isMessage = "i.kind = 'message' and i.author = 'customer'";

/** Why the item `i` of the chat `c` is for the account; `m` is the newest mention of it there. */
export const kindFor = (account: string) => `case
    when i.seq = m.seq then 'mention'
    when ${isMessage} and c.assignee_id = ${account} then 'message'
    when ${isMessage} and c.assignee_id is null then 'unassigned'
    when i.kind = 'card' and c.assignee_id = ${account} then 'problem'
  end`;
const kind = kindFor("$2::uuid");

/** Whether the item `i` is a message that an agent has answered since. */
export const isAnswered = `(${isMessage} and exists (
      select from chat_item w
      where w.workspace_id = i.workspace_id and w.chat_id = i.chat_id and w.kind = 'message' and w.author = 'agent' and w.seq > i.seq
    ))`;

/**
 * Selects from each chat the newest item after what is known of it and what the account has read, if it is of one of the kinds. `$1` workspace,
 * `$2` account, `$3` chats, `$4` the seq that is known of each, `$5` the kinds. What was answered since is no longer news.
 */
export const notificationsStatement = statement({ row: NotificationRow })`
select c.id as "chatId", ${personColumns}, k.name as "contactName", f.seq, f."for" as kind,
  json_build_object('kind', f.kind, 'author', f.author, 'authorName', f.author_name, 'isMine', false, 'text', f.text, 'data', f.data) as item
from unnest($3::uuid[], $4::int[]) as asked(id, known)
join chat c on c.workspace_id = $1::uuid and c.id = asked.id
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
left join contact k on k.workspace_id = p.workspace_id and k.id = p.contact_id
left join chat_read r on r.workspace_id = c.workspace_id and r.account_id = $2::uuid and r.chat_id = c.id
left join mention m on m.workspace_id = c.workspace_id and m.account_id = $2::uuid and m.chat_id = c.id
cross join lateral (
  select i.seq, i.kind, i.author, i.author_name, i.text, ${shownData} as data, ${kind} as "for" from chat_item i
  where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.seq > greatest(asked.known, r.seq, 0)
    and ${isPreviewed("i")} and ${kind} = any($5::text[])
    and not ${isAnswered}
  order by i.seq desc limit 1
) f
-- Most chats are somebody else's: their items are not read.
where c.assignee_id is null or c.assignee_id = $2::uuid or m.seq > greatest(asked.known, r.seq, 0)
`;
