import { z } from "zod";
import { newId } from "@/lib/kernel/ids";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

const maxEvents = 10;
/** How long before a chat begins its problems may have occurred. */
const digestPeriod = "interval '24 hours'";

const DigestRow = z.strictObject({ seq: z.int() });

/**
 * Adds one card for the problems of the last 24 hours, newest first: those of the person's contact, or of the person while there
 * is none, that have no card in this chat. The card holds only their ids, and the chat reads the events, so that a deleted one
 * leaves nothing here. Its `event_id` is the newest of them. `$1` workspace, `$2` chat, `$3` item id, `$4` when, `$5` how many.
 */
const digestStatement = statement({ row: DigestRow, writes: true })`
with problems as (
  select e.id, e.occurred_at, e.received_at
  from chat h join person p on p.workspace_id = h.workspace_id and p.id = h.person_id
  cross join lateral (
    select id, occurred_at, received_at from event
    where workspace_id = p.workspace_id and contact_id = p.contact_id and level = 'problem' and occurred_at > $4::timestamptz - ${digestPeriod}
    union all
    select id, occurred_at, received_at from event
    where workspace_id = p.workspace_id and person_id = p.id and contact_id is null and p.contact_id is null and level = 'problem'
      and occurred_at > $4::timestamptz - ${digestPeriod}
  ) e
  where h.workspace_id = $1::uuid and h.id = $2::uuid
    and not exists (
      select from chat_item i
      where i.workspace_id = $1::uuid and i.chat_id = $2::uuid and i.kind = 'card' and i.data->>'level' = 'problem'
        and (i.event_id = e.id or i.data->'digest' ? e.id::text)
    )
  order by e.occurred_at desc, e.received_at desc, e.id desc limit $5::int
),
gathered as (
  select array_agg(id order by occurred_at desc, received_at desc, id desc) as ids from problems having count(*) > 0
),
bumped as (
  update chat set last_seq = last_seq + 1, problem_seq = last_seq + 1, last_item_at = greatest(last_item_at, $4::timestamptz)
  where workspace_id = $1::uuid and id = $2::uuid and exists (select from gathered)
  returning last_seq
)
insert into chat_item (workspace_id, chat_id, seq, id, kind, author, data, event_id, created_at)
select $1::uuid, $2::uuid, last_seq, $3::uuid, 'card', 'system', jsonb_build_object('level', 'problem', 'digest', to_jsonb(ids)), ids[1], $4::timestamptz
from bumped, gathered
returning seq`;

/** Tells the team what went wrong lately for the person in a chat. Returns the seq of the card; undefined when nothing did. */
export async function addDigest(on: Runner, workspaceId: string, chatId: string, at: Date): Promise<number | undefined> {
  const [added] = await rows(on, digestStatement)(workspaceId, chatId, newId(), at, maxEvents);
  return added?.seq;
}
