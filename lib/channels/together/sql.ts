import { z } from "zod";
import { waits } from "@/lib/channels/inbound/sql";
import { plannedAnew } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";

const AppendedRow = z.strictObject({ id: z.uuid(), seq: z.int() });

/**
 * Adds messages of customers to their open chats, in the order of the list, and ends the entries that they come from: `$1` workspace, `$2`
 * messages as JSON, `$3` their entries, `$4` their chats, `$5` the channel. Left out are those of an entry that does not wait any more, because its sender
 * was erased, of a chat that was closed, moved to another person or is locked in this moment, and what is in a chat already: nobody waits
 * here for the chat of somebody else. Entries are locked before chats, as an erasure does.
 */
export const appendStatement = statement({ row: AppendedRow, writes: true })`
with given as materialized (
  select g.* from jsonb_to_recordset($2::jsonb) as g(
    n int, entry text, "chatId" uuid, "personId" uuid, id uuid, name text, text text, data jsonb, at timestamptz
  )
),
waiting as materialized (
  select w.* from unnest($3::text[]) as e(entry) cross join lateral (
    select m.external_id, m.ctid as place from inbound_message m
    where m.workspace_id = $1::uuid and m.channel = $5::channel and m.external_id = e.entry and ${waits("m")}
    limit 1 for update
  ) w
),
chats as materialized (
  select o.* from unnest($4::uuid[]) as c(id) cross join lateral (
    select h.id, h.open_for, h.last_seq from chat h where h.workspace_id = $1::uuid and h.id = c.id limit 1 for update skip locked
  ) o where (select count(*) from waiting) > 0
),
fresh as materialized (
  select g.*, w.place, (h.last_seq + row_number() over (partition by h.id order by g.n))::int as seq
  from given g join waiting w on w.external_id = g.entry join chats h on h.id = g."chatId" and h.open_for = g."personId"
  where not exists (select from chat_item i where i.workspace_id = $1::uuid and i.id = g.id)
),
bumped as (
  update chat h set last_seq = f.seq, last_item_at = greatest(h.last_item_at, f.at), last_message_at = greatest(h.last_message_at, f.at),
    snoozed_until = null
  from (select "chatId", max(seq) as seq, max(at) as at from fresh group by "chatId") f
  where h.workspace_id = $1::uuid and h.id = any($4::uuid[]) and h.id = f."chatId"
  returning h.id
),
added as (
  insert into chat_item (workspace_id, chat_id, seq, id, kind, author, author_name, text, data, created_at)
  select $1::uuid, f."chatId", f.seq, f.id, 'message', 'customer', f.name, f.text, f.data, f.at from fresh f join bumped b on b.id = f."chatId"
  returning id, seq
),
finished as (
  update inbound_message m set processed_at = now(), payload = null, next_try_at = null
  from fresh f join added a on a.id = f.id where m.workspace_id = $1::uuid and m.ctid = f.place
)
select id, seq from added ${plannedAnew}`;

const OpenChatRow = z.strictObject({ chatId: z.uuid(), personId: z.uuid() });

/** The open chats of the people `$2`, workspace `$1`. */
export const openChatsStatement = statement({ row: OpenChatRow })`
select id as "chatId", open_for as "personId" from chat where workspace_id = $1::uuid and open_for = any($2::uuid[]) ${plannedAnew}`;
