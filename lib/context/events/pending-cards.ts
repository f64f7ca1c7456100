import { z } from "zod";
import { db } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import type { Queue } from "@/lib/platform/db/turns";
import { inSteps } from "@/lib/platform/db/turns/in-steps";
import { statementsOf } from "@/lib/platform/db/turns/of-table";
import { notify } from "@/lib/platform/notify";
import { cardsSql } from "./cards-sql";

/** So many cards are written at once at most. */
const maxAtOnce = 500;

const PendingRow = z.strictObject({ id: z.uuid(), events: z.int() });

/** `$1` workspace: what waits longest, so that cards are in the order of their events. */
const nextStatement = statement({ row: PendingRow })`
select q.id, cardinality(q.event_ids) as events from pending_card q
where q.workspace_id = $1::uuid order by q.created_at, q.id limit 1`;

const WrittenRow = z.strictObject({ chats: z.array(z.strictObject({ id: z.uuid(), seq: z.int() })), count: z.int() });

/**
 * One step: `$1` workspace, `$2` the id, `$3` how many chats. Each chat gets its cards in the transaction that counts it as done, so exactly
 * once. An event that was deleted meanwhile has none any more: its row is locked as by whoever records a card, so that the removal comes
 * before the step or finds the card. Neither has a chat whose person is linked to somebody else by now, or which is gone, as those of a
 * person who was erased.
 */
const writeStatement = statement({ row: WrittenRow, writes: true })`
with step as (
  select q.workspace_id as ws, q.id, q.event_ids, q.chat_ids, q.done from pending_card q
  where q.workspace_id = $1::uuid and q.id = $2::uuid for update
),
posted as (
  select l.i, s.ws, e.id, e.contact_id, e.person_id, e.event, e.level, e.properties, e.occurred_at, e.received_at
  from step s cross join lateral unnest(s.event_ids) with ordinality as l(id, i)
  cross join lateral (
    select e.* from event e where e.workspace_id = s.ws and e.id = l.id offset 0 for key share
  ) e
  where not exists (select from contact k where k.workspace_id = s.ws and k.id = e.contact_id and k.deleted_at is not null)
),
listed as (
  select c.id, c.person_id
  from step s cross join lateral unnest(s.chat_ids[s.done + 1 : s.done + $3::int]) as n(id)
  cross join lateral (select c.id, c.person_id from chat c where c.workspace_id = s.ws and c.id = n.id offset 0) c
  order by c.person_id, c.id
),
active as (
  select c.id, c.person_id, p.contact_id
  from listed l
  cross join lateral (select c.id, c.person_id from chat c where c.workspace_id = $1::uuid and c.id = l.id offset 0 for update) c
  cross join lateral (select p.contact_id from person p where p.workspace_id = $1::uuid and p.id = c.person_id offset 0) p
),
planned as (
  select t.i, t.ws, a.id as chat_id from posted t join active a on a.contact_id = t.contact_id or a.person_id = t.person_id
),${cardsSql({ planned: "planned", events: "posted" })},
counted as (
  update pending_card q set done = q.done + $3::int from step s
  where q.workspace_id = s.ws and q.id = s.id and s.done + $3::int < cardinality(s.chat_ids) and exists (select from posted)
),
ended as (
  delete from pending_card q using step s
  where q.workspace_id = s.ws and q.id = s.id and (s.done + $3::int >= cardinality(s.chat_ids) or not exists (select from posted))
)
select coalesce((select json_agg(json_build_object('id', b.id, 'seq', b.last_seq)) from bumped b), '[]'::json) as chats,
  (select count(*)::int from placed) as count`;

/** Writes cards of a workspace for as long as a turn lasts. Open screens read again what concerns so many chats. */
export const writePendingCards = inSteps(async (workspaceId, left) => {
  const [next] = await rows(db(), nextStatement)(workspaceId);
  if (!next) return null;
  const chatsAtOnce = Math.max(1, Math.floor(Math.min(left, maxAtOnce) / next.events));
  const [written] = await withRetry(() => rows(db(), writeStatement)(workspaceId, next.id, chatsAtOnce));
  if (written && written.chats.length > 0) notify(workspaceId, { chats: written.chats, again: "added" });
  return written?.count ?? 0;
});

/** A turn has so many cards. */
export const pendingCards: Queue = {
  ...{ name: "cards", places: 2, placesEach: 1, first: 200, max: 2_000, maxStopMs: 5_000 },
  ...statementsOf("cards", "pending_card"),
  serve: writePendingCards,
};
