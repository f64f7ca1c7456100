import { z } from "zod";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

const ids = z.array(z.uuid());
const RemovedRow = z.strictObject({
  count: z.int(),
  last: z.date().nullable(),
  /** The items that lost their content. */
  items: z.array(z.strictObject({ chatId: z.uuid(), id: z.uuid() })),
  contacts: ids,
  people: ids,
});
type Removed = z.output<typeof RemovedRow>;

/** Small enough that no other query waits long for a batch. */
export const batchSize = 200;

/** The data of a change without the problem that it named. */
export const forgottenChange = (item: string): string =>
  `${item}.data || jsonb_build_object('change', (${item}.data->'change') || '{"event": "", "reference": null}'::jsonb)`;

/** The data of a press's note without what the agent filled in and the problem that the press was about. `item` is a row of `chat_item`. */
export const withoutPress = (item: string): string => `${item}.data - array['inputs', 'about', 'eventId']`;

/**
 * Removes the events that `doomed` selects (id, contact_id, person_id, occurred_at); `$1` is the workspace. Cards, and changes that
 * name a problem, keep their position in the chat and lose their content. A chat's `problem_seq` changes only where it points at one of these events, because
 * a new problem may arrive at the same time.
 */
export const removalStatement = (doomed: string) => statement({ row: RemovedRow, writes: true })`
with doomed as (${doomed}),
redacted as (
  update chat_item i set data = case when i.kind = 'card' then '{"deleted": true}' else ${forgottenChange("i")} end,
    text = case when i.kind = 'card' then i.text else 'Marked a deleted problem.' end
  where i.workspace_id = $1::uuid and i.kind in ('card', 'note') and i.event_id in (select id from doomed)
  returning i.chat_id, i.id, i.seq
),
-- Notes of presses outlive the problem that they were about, which may also be what was filled in.
forgotten as (
  update chat_item i set data = ${withoutPress("i")}
  where i.workspace_id = $1::uuid and i.kind = 'action' and i.data ? 'eventId' and i.data->>'eventId' in (select id::text from doomed)
  returning i.chat_id, i.id
),
unmarked as (
  update chat h set problem_seq = coalesce((
    select i.seq from chat_item i
    where i.workspace_id = h.workspace_id and i.chat_id = h.id and i.kind = 'card' and i.data->>'level' = 'problem'
      and i.event_id not in (select id from doomed)
    order by i.seq desc limit 1
  ), 0)
  from redacted r
  where h.workspace_id = $1::uuid and h.id = r.chat_id and h.problem_seq = r.seq
),
removed as (delete from event where workspace_id = $1::uuid and id in (select id from doomed) returning id)
select (select count(*)::int from removed) as count, (select max(occurred_at) from doomed) as last,
  coalesce((
    select json_agg(json_build_object('chatId', chat_id, 'id', id))
    from (select chat_id, id from redacted union all select chat_id, id from forgotten) changed
  ), '[]'::json) as items,
  coalesce((select json_agg(distinct contact_id) from doomed where contact_id is not null), '[]'::json) as contacts,
  coalesce((select json_agg(distinct person_id) from doomed where person_id is not null), '[]'::json) as people
`;

/**
 * `$1` workspace, `$2` contact, `$3` start time, `$4` limit. Follows the order of an index, and the next batch begins where this
 * one ended, because index entries of deleted rows stay for a while and would be read again.
 */
const removeOfStatement = removalStatement(`
  select id, contact_id, person_id, occurred_at from event
  where workspace_id = $1::uuid and contact_id = $2::uuid and occurred_at >= coalesce($3::timestamptz, '-infinity')
  order by occurred_at, received_at limit $4::int for update skip locked`);

/** Removes one batch of a deleted contact's events: the oldest, or those that occurred at `from` and later. */
export async function removeBatchOf(on: Runner, workspaceId: string, contactId: string, from: Date | null = null): Promise<Removed> {
  const [removed] = await rows(on, removeOfStatement)(workspaceId, contactId, from, batchSize);
  return removed ?? { count: 0, items: [], contacts: [], people: [], last: null };
}
