import { z } from "zod";
import { newId } from "@/lib/kernel/ids";
import { IdRow, type Runner, rows, run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { movableSql, noContact } from "./move-events";

/** A chat that ended because its person is that of another open chat, where it goes on; each with the seq of its newest item. */
export type EndedChat = { id: string; seq: number; into: { id: string; seq: number } };

const maxMoved = 1_000;

/**
 * Moves the chats of somebody who turned out to be a known person, with the calls and events that belong to them: agents go on in
 * the chat that was written in last. A second open one ends, and what was not answered there moves along. Needs the linking lock for
 * `change`. Returns the chat that ended.
 */
export async function moveChats(on: Runner, workspaceId: string, { from, to }: { from: string; to: string }): Promise<EndedChat[]> {
  const [survivor, second] = await rows(on, { row: IdRow, workspace: workspaceId, writes: true })`
    select id from chat where workspace_id = ${workspaceId}::uuid and open_for in (${from}::uuid, ${to}::uuid)
    order by last_message_at desc, id desc for update`;
  const ended = survivor && second ? [await endChat(on, workspaceId, { id: second.id, into: survivor.id })] : [];
  await run(on, { workspace: workspaceId })`
    update chat set person_id = ${to}::uuid, open_for = case when open_for is not null then ${to}::uuid end
    where workspace_id = ${workspaceId}::uuid and person_id = ${from}::uuid`;
  await run(on, { workspace: workspaceId })`
    update action_call set person_id = ${to}::uuid where workspace_id = ${workspaceId}::uuid and person_id = ${from}::uuid`;
  await run(on, passOnStatement)(workspaceId, from, to);
  await run(on, followStatement)(workspaceId, from, to);
  // Nothing leads from one to the other later: an erasure of the person must find everything that is known of them.
  await run(on, { workspace: workspaceId })`
    update person set name = null, username = null, email = null, typed_phone = null
    where workspace_id = ${workspaceId}::uuid and id = ${from}::uuid`;
  return ended;
}

/**
 * `$1` workspace, `$2` a person, `$3` whose their events are now: the newest follow that person's link, the others in steps. Those of a
 * deleted contact stay with it until they are removed.
 */
const passOnStatement = statement()`
with movable as (
  select f.workspace_id, f.id as person_id, f.contact_id as was, t.id as into_id, t.contact_id, m.id, m.place
  from person f join person t on t.workspace_id = f.workspace_id and t.id = $3::uuid
  cross join lateral (${movableSql({ workspace: "f.workspace_id", person: "f.id", contact: "f.contact_id" })}) m
  where f.workspace_id = $1::uuid and f.id = $2::uuid
),
moved as (
  update event e set person_id = m.into_id, contact_id = m.contact_id from movable m
  where e.workspace_id = m.workspace_id and e.id = m.id and m.place <= move_step_size()
)
insert into event_move (workspace_id, person_id, from_id)
select workspace_id, person_id, coalesce(was, '${noContact}') from movable where place = move_step_size() + 1
on conflict do nothing`;

/** `$1` workspace, `$2` a person, `$3` whose their events are now: also of those that still follow an earlier link. */
const followStatement = statement()`update event_move set into_id = $3::uuid where workspace_id = $1::uuid and (person_id = $2::uuid or into_id = $2::uuid)`;

const SeqRow = z.strictObject({ seq: z.int() });

/**
 * A line of the system that names the other chat, and what it says for instances of the previous version: they would refuse a
 * `change` that they do not know. `chat` names a CTE with the columns workspace_id, id and seq.
 */
const lined = (chat: string, { text, notice }: { text: string; notice: string }) => `
lined as (
  insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, data, created_at)
  select workspace_id, id, seq, $4::uuid, 'note', 'system', '${text}', jsonb_build_object('notice', jsonb_build_object(${notice})), now()
  from ${chat}
)`;

/** `$1` workspace, `$2` the chat that ends, `$3` the one that goes on, `$4` the line's id, `$5` how many messages move. */
const endStatement = statement({ row: SeqRow, writes: true })`
with ended as (
  update chat set status = 'closed', open_for = null, snoozed_until = null, last_seq = last_seq + 1
  where workspace_id = $1::uuid and id = $2::uuid returning workspace_id, id, last_seq as seq
),${lined("ended", { text: "Goes on in another chat.", notice: "'what', 'goes_on_in', 'chatId', $3::uuid, 'count', $5::int" })}
select seq from ended`;

/**
 * `$1` workspace, `$2` the chat that goes on, `$3` the one that ended, `$4` the line's id, `$5` how many messages follow the line, for
 * which places are left. What nobody answered ends a snooze. Returns the seq of the line.
 */
const goOnStatement = statement({ row: SeqRow, writes: true })`
with survivor as (
  update chat set last_seq = last_seq + 1 + $5::int, snoozed_until = case when $5::int = 0 then snoozed_until end
  where workspace_id = $1::uuid and id = $2::uuid returning workspace_id, id, last_seq - $5::int as seq
),${lined("survivor", { text: "Goes on from another chat.", notice: "'what', 'goes_on_from', 'chatId', $3::uuid, 'count', $5::int" })}
select seq from survivor`;

async function endChat(on: Runner, workspaceId: string, { id, into }: { id: string; into: string }): Promise<EndedChat> {
  const waiting = await unanswered(on, workspaceId, id);
  const count = waiting.length;
  const [end] = await rows(on, endStatement)(workspaceId, id, into, newId(), count);
  const [line] = await rows(on, goOnStatement)(workspaceId, into, id, newId(), count);
  if (!end || !line) throw new Error(`Chat ${id} or ${into} is missing.`);
  // What is to be sent later goes on there, too, with its files.
  await run(on, { workspace: workspaceId })`
    update attachment set chat_id = ${into}::uuid where workspace_id = ${workspaceId}::uuid and chat_id = ${id}::uuid
      and item_id in (select s.id from scheduled_message s where s.workspace_id = ${workspaceId}::uuid and s.chat_id = ${id}::uuid)`;
  await run(on, { workspace: workspaceId })`
    update scheduled_message set chat_id = ${into}::uuid, data = case when data->'replyTo' ? 'id' then jsonb_set(data, '{replyTo,id}', 'null') else data end
    where workspace_id = ${workspaceId}::uuid and chat_id = ${id}::uuid`;
  if (count > 0) await moveMessages(on, workspaceId, { ids: waiting, from: id, into, after: line.seq });
  return { id, seq: end.seq, into: { id: into, seq: line.seq + count } };
}

/** What the customer wrote since the last answer or closing, oldest first; of very many, the latest. */
async function unanswered(on: Runner, workspaceId: string, chatId: string): Promise<string[]> {
  const found = await rows(on, { row: IdRow, workspace: workspaceId })`
    select id from chat_item
    where workspace_id = ${workspaceId}::uuid and chat_id = ${chatId}::uuid and kind = 'message' and author = 'customer' and seq > greatest(0, (
      select a.seq from chat_item a where a.workspace_id = ${workspaceId}::uuid and a.chat_id = ${chatId}::uuid
        and a.kind = 'message' and a.author = 'agent' order by a.seq desc limit 1
    ), (
      select c.seq from chat_item c where c.workspace_id = ${workspaceId}::uuid and c.chat_id = ${chatId}::uuid
        and c.kind = 'note' and c.author = 'system' and c.data->'change'->>'what' = 'closed' order by c.seq desc limit 1
    ))
    order by seq desc limit ${maxMoved}`;
  return found.map((item) => item.id).reverse();
}

type Moved = { ids: string[]; from: string; into: string; after: number };

/** Messages keep their ids, times and files. A quote of one that stays behind names it no more. */
async function moveMessages(on: Runner, workspaceId: string, { ids, from, into, after }: Moved): Promise<void> {
  await run(on, { workspace: workspaceId })`
    update chat_item i set chat_id = ${into}::uuid, seq = ${after}::int + m.place::int,
      data = case when i.data->'replyTo' ? 'id' and not coalesce((i.data->'replyTo'->>'id') = any(${ids}::text[]), false)
        then jsonb_set(i.data, '{replyTo,id}', 'null') else i.data end
    from unnest(${ids}::uuid[]) with ordinality as m(id, place)
    where i.workspace_id = ${workspaceId}::uuid and i.id = m.id`;
  await run(on, { workspace: workspaceId })`
    update attachment set chat_id = ${into}::uuid
    where workspace_id = ${workspaceId}::uuid and chat_id = ${from}::uuid and item_id = any(${ids}::uuid[])`;
  await run(on, { workspace: workspaceId })`
    update chat c set
      last_message_at = greatest(c.last_message_at, m.at), last_item_at = greatest(c.last_item_at, m.at)
    from (select max(created_at) as at from chat_item where workspace_id = ${workspaceId}::uuid and id = any(${ids}::uuid[])) m
    where c.workspace_id = ${workspaceId}::uuid and c.id = ${into}::uuid`;
  await run(on, { workspace: workspaceId })`
    update chat set last_message_at = coalesce((
      select max(created_at) from chat_item
      where workspace_id = ${workspaceId}::uuid and chat_id = ${from}::uuid and kind = 'message'
    ), last_message_at)
    where workspace_id = ${workspaceId}::uuid and id = ${from}::uuid`;
}
