import { z } from "zod";
import { Newest } from "@/lib/chats/item";
import { isPreviewed } from "@/lib/chats/list-sql";
import { personColumns, personShape, shownData } from "@/lib/chats/sql";
import { NotificationKind } from "@/lib/desk/notifications/contract";
import { isAnswered, kindFor } from "@/lib/desk/notifications/sql";
import { limitOf, plannedAnew } from "@/lib/platform/db/sql";
import { statement } from "@/lib/platform/db/statement";
import { CountRow, NextRow } from "@/lib/platform/db/turns/sql";

/** How long changes of a chat are collected before they are pushed, and how long the next ones wait after that. */
const [collected, spacing] = ["interval '1 second'", "interval '30 seconds'"];

const QueuedRow = z.strictObject({ hasPush: z.boolean() });

/** `$1` workspace, `$2` chats that changed, `$3` when. In one order, so that two instances wait for each other in turn. */
export const queueStatement = statement({ row: QueuedRow, writes: true })`
with has as (select exists (select from push_subscription where workspace_id = $1::uuid) as push),
queued as (
  insert into push_chat (workspace_id, chat_id, due_at)
  select c.workspace_id, c.id, $3::timestamptz + ${collected} from chat c, has
  where c.workspace_id = $1::uuid and c.id = any($2::uuid[]) and has.push
  order by c.id
  on conflict (workspace_id, chat_id) do update
  set due_at = least(push_chat.due_at, greatest(excluded.due_at, push_chat.sent_at + ${spacing}))
)
select push as "hasPush" from has`;

export const TakenRow = z.strictObject({ chatId: z.uuid(), seq: z.int().nullable(), before: z.date().nullable() });

/** `$1` workspace, `$2` now, `$3` the limit. Marked as sent at once, so that nobody pushes the chat again within the time. */
export const takeStatement = statement({ row: TakenRow, writes: true })`
with due as (
  select chat_id, sent_at from push_chat
  where workspace_id = $1::uuid and due_at <= $2::timestamptz order by due_at limit ${limitOf("$3")} for update skip locked
)
update push_chat q set due_at = null, sent_at = $2::timestamptz from due
where q.workspace_id = $1::uuid and q.chat_id = any(array(select chat_id from due)) and q.chat_id = due.chat_id
returning q.chat_id as "chatId", q.seq, due.sent_at as before ${plannedAnew}`;

/** `$1` workspace: when the next chat is due; a row without a time when none waits. */
export const nextStatement = statement({ row: NextRow })`
select min(due_at) as "dueAt" from push_chat where workspace_id = $1::uuid and due_at is not null ${plannedAnew}`;

/** `$1` the limit. */
export const countStatement = statement({ row: CountRow, scope: "all" })`
select count(*)::int as count from (select from push_chat where due_at is not null limit $1::int) waiting`;

/** Gives a turn to workspaces that have chats to push and no turn. */
export const sweepStatement = statement({ scope: "all" })`
insert into queue_turn (workspace_id, queue, due_at)
select w.id, 'push', now() from workspace w
where exists (select from push_chat q where q.workspace_id = w.id and q.due_at is not null)
  and not exists (select from queue_turn t where t.workspace_id = w.id and t.queue = 'push')
on conflict do nothing`;

const LastRow = z.strictObject({ chatId: z.uuid(), lastSeq: z.int() });

/** `$1` workspace, `$2` chats: how far each is now. */
export const lastStatement = statement({ row: LastRow })`
select c.id as "chatId", c.last_seq as "lastSeq" from chat c where c.workspace_id = $1::uuid and c.id = any($2::uuid[])`;

const count = z.int();
export const NewsRow = z.strictObject({
  ...personShape,
  slug: z.string(),
  subscriptionId: z.uuid(),
  encrypted: z.string(),
  showsText: z.boolean(),
  locale: z.string(),
  chatId: z.uuid(),
  contactName: z.string().nullable(),
  counts: z.strictObject({ message: count, unassigned: count, problem: count, mention: count }),
  kind: NotificationKind,
  item: Newest,
});

const kind = kindFor("s.account_id");
const countOf = (name: NotificationKind) => `'${name}', count(*) filter (where o."for" = '${name}')`;
const counts = NotificationKind.options.map(countOf).join(", ");

/**
 * What is pushed of the chats of a workspace: to each subscription what its member was not notified of, has not read and does not see in
 * a tab. `$1` workspace, `$2` chats, `$3` how far each was dealt with (null: of the last minute), `$4` how far each is now, `$5` now. A
 * subscription counts while its session does, as for any other request.
 */
export const newsStatement = statement({ row: NewsRow })`
select w.slug, s.id as "subscriptionId", s.sealed as encrypted, s.shows_text as "showsText", s.locale,
  c.id as "chatId", ${personColumns}, k.name as "contactName", n.counts, f."for" as kind,
  json_build_object('kind', f.kind, 'author', f.author, 'authorName', f.author_name, 'isMine', false, 'text', f.text, 'data', f.data) as item
from unnest($2::uuid[], $3::int[], $4::int[]) as asked(id, seq, last)
join chat c on c.workspace_id = $1::uuid and c.id = asked.id
join workspace w on w.id = c.workspace_id
join person p on p.workspace_id = c.workspace_id and p.id = c.person_id
left join contact k on k.workspace_id = p.workspace_id and k.id = p.contact_id
join push_subscription s on s.workspace_id = c.workspace_id
join session e on e.id = s.session_id and e.account_id = s.account_id and e.ended_at is null and e.expires_at > $5::timestamptz
join account a on a.id = s.account_id and a.session_epoch = e.epoch and a.password_by = 'self'
left join chat_read r on r.workspace_id = c.workspace_id and r.account_id = s.account_id and r.chat_id = c.id
left join mention m on m.workspace_id = c.workspace_id and m.account_id = s.account_id and m.chat_id = c.id
cross join lateral (
  select json_build_object(${counts}) as counts, max(o.seq) as seq
  from (
    select i.seq, ${kind} as "for" from chat_item i
    where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.seq > greatest(asked.seq, r.seq, 0) and i.seq <= asked.last
      and (asked.seq is not null or i.created_at > $5::timestamptz - interval '1 minute')
      and ${isPreviewed("i")} and ${kind} = any(s.kinds) and not ${isAnswered}
  ) o
) n
cross join lateral (
  select i.kind, i.author, i.author_name, i.text, ${shownData} as data, ${kind} as "for" from chat_item i
  where i.workspace_id = c.workspace_id and i.chat_id = c.id and i.seq = n.seq
) f
where (c.assignee_id is null or c.assignee_id = s.account_id or m.seq > coalesce(asked.seq, 0))
  and not exists (
    select from visible_tab v where v.workspace_id = s.workspace_id and v.account_id = s.account_id and v.until > $5::timestamptz
  )`;

/**
 * `$1` workspace, `$2` chats, `$3` how far each was dealt with now, `$4` which were pushed, `$5` when each was pushed before, `$6` now. A
 * chat of which nothing was pushed need not wait with its next change.
 */
export const doneStatement = statement()`
update push_chat q set seq = greatest(q.seq, done.seq),
  sent_at = case when done.sent then q.sent_at else done.before end,
  due_at = case when done.sent or q.due_at is null then q.due_at else least(q.due_at, $6::timestamptz + ${collected}) end
from unnest($2::uuid[], $3::int[], $4::boolean[], $5::timestamptz[]) as done(id, seq, sent, before)
where q.workspace_id = $1::uuid and q.chat_id = done.id`;
