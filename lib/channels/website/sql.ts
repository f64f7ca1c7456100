import { z } from "zod";
import { statement } from "@/lib/platform/db/statement";

/** A chat of a visitor: the seq of its last item, and whether it is open. */
export const ChatRow = z.strictObject({ id: z.uuid(), lastSeq: z.int(), isOpen: z.boolean() });

/** `$1` workspace, `$2` person, `$3` how many: the chats with the latest activity. */
export const chatsStatement = statement({ row: ChatRow })`
select c.id, c.last_seq as "lastSeq", c.status = 'open' as "isOpen" from chat c
where c.workspace_id = $1::uuid and c.person_id = $2::uuid
order by c.last_item_at desc, c.id desc limit $3::int
`;

export const MessageRow = z.strictObject({
  id: z.uuid(),
  chatId: z.uuid(),
  seq: z.int(),
  author: z.enum(["customer", "agent", "system"]),
  authorName: z.string().nullable(),
  text: z.string().nullable(),
  data: z.unknown(),
  createdAt: z.date(),
});
export type MessageRow = z.output<typeof MessageRow>;

/** Messages only: a visitor never sees notes, cards and actions. */
const shownColumns = `i.id, i.chat_id as "chatId", i.seq, i.author::text as author, i.author_name as "authorName", i.text, i.data,
  i.created_at as "createdAt"`;

/** `$1` workspace, `$2` person, `$3` and `$4` the time and the id of the first known message or null, `$5` limit: newest first. */
export const earlierStatement = statement({ row: MessageRow })`
select ${shownColumns}
from chat c join chat_item i on i.workspace_id = c.workspace_id and i.chat_id = c.id
where c.workspace_id = $1::uuid and c.person_id = $2::uuid and i.kind = 'message'
  and ($3::timestamptz is null or (i.created_at, i.id) < ($3::timestamptz, $4::uuid))
order by i.created_at desc, i.id desc limit $5::int
`;

/**
 * `$1` workspace, `$2` person, `$3` chats and `$4` the seq after which each is read, `$5` limit. Ordered by the chats as they are
 * given, then by seq.
 */
export const laterStatement = statement({ row: MessageRow })`
select ${shownColumns}
from unnest($3::uuid[], $4::int[]) with ordinality as k(chat_id, seq, place)
join chat c on c.workspace_id = $1::uuid and c.id = k.chat_id and c.person_id = $2::uuid
join chat_item i on i.workspace_id = c.workspace_id and i.chat_id = c.id and i.seq > k.seq
where i.kind = 'message'
order by k.place, i.seq limit $5::int
`;

/** `$1` workspace, `$2` person, `$3` item: one message of this person's chats. */
export const messageStatement = statement({ row: MessageRow })`
select ${shownColumns}
from chat_item i join chat c on c.workspace_id = i.workspace_id and c.id = i.chat_id
where i.workspace_id = $1::uuid and i.id = $3::uuid and c.person_id = $2::uuid and i.kind = 'message'
`;
