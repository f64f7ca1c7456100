import { z } from "zod";
import { closableBy } from "@/lib/context/problems/sql";
import { IdRow, type Runner, rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

/** More would not be named one by one (`itemsChanged`). */
const maxCards = 500;

const CardRow = z.strictObject({ chatId: z.uuid().nullable(), id: z.uuid().nullable() });
type Card = { chatId: string; id: string };

/**
 * The cards of the problems that `problems` selects, of the events since each last began. A digest is not among them. A row without a card
 * says that there are too many events to look for their cards.
 */
const cardsOf = (problems: string) => statement({ row: CardRow })`
with few as (
  select e.workspace_id, e.id
  from (${problems} limit ${maxCards + 1}) o
  cross join lateral (
    select e.workspace_id, e.id from event e
    where e.workspace_id = o.workspace_id and coalesce(e.contact_id, e.person_id) = o.owner_id
      and event_reference(e.properties) = o.reference and e.event = o.event and e.level = 'problem' and e.occurred_at >= o.first_at
    limit ${maxCards + 1}
  ) e
  limit ${maxCards + 1}
)
select i.chat_id as "chatId", i.id
from few e join chat_item i on i.workspace_id = e.workspace_id and i.event_id = e.id and i.kind = 'card'
where (select count(*) from few) <= ${maxCards}
union all
select null, null where (select count(*) from few) > ${maxCards}
limit ${maxCards + 1}`;

/** `$1` workspace, `$2` info events, which may have closed problems. */
const closedCardsStatement = cardsOf(`
  select p.workspace_id, p.owner_id, p.reference, p.event, p.first_at
  from event as closer cross join lateral ${closableBy("closer", { workspace: "workspace_id", max: maxCards + 1 })} p
  where closer.workspace_id = $1::uuid and closer.id = any($2::uuid[])`);

/** `$1` workspace, `$2` problem. */
const problemCardsStatement = cardsOf(`
  select workspace_id, owner_id, reference, event, first_at from problem where workspace_id = $1::uuid and id = $2::uuid`);

/** `$1` workspace, `$2` owner: the open chats with them, in which cards of their problems may be. */
export const chatsStatement = statement({ row: IdRow })`
select h.id from person q join chat h on h.workspace_id = q.workspace_id and h.person_id = q.id
where q.workspace_id = $1::uuid and (q.id = $2::uuid or q.contact_id = $2::uuid) and h.status = 'open'`;

/** The cards that look different once these events closed problems; undefined when there are too many. */
export async function closedCards(on: Runner, workspaceId: string, eventIds: string[]): Promise<Card[] | undefined> {
  return unlessTooMany(await rows(on, closedCardsStatement)(workspaceId, eventIds));
}

/** The cards that look different once this problem was closed or opened; undefined when there are too many. */
export async function problemCards(on: Runner, workspaceId: string, problemId: string): Promise<Card[] | undefined> {
  return unlessTooMany(await rows(on, problemCardsStatement)(workspaceId, problemId));
}

function unlessTooMany(found: z.output<typeof CardRow>[]): Card[] | undefined {
  const cards = found.flatMap(({ chatId, id }) => (chatId && id ? [{ chatId, id }] : []));
  return found.length > maxCards || cards.length < found.length ? undefined : cards;
}
