import { z } from "zod";
import type { Runner } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";

/** More would not be named one by one (`itemsChanged`). */
const maxCards = 500;

export const CardRow = z.strictObject({ chatId: z.uuid(), id: z.uuid() });
type CardRow = z.output<typeof CardRow>;

/** The cards of the problems that `problems` selects, of the events since each last began. A digest is not among them. */
const cardsOf = (problems: string) => `
select i.chat_id as "chatId", i.id
from (${problems}) o
join event e on e.workspace_id = o.workspace_id and coalesce(e.contact_id, e.person_id) = o.owner_id
  and event_reference(e.properties) = o.reference and e.event = o.event and e.level = 'problem' and e.occurred_at >= o.first_at
join chat_item i on i.workspace_id = e.workspace_id and i.event_id = e.id and i.kind = 'card'
limit ${maxCards + 1}`;

/** `$1` workspace, `$2` info events, which may have closed problems. */
export const closedCardsStatement = cardsOf(`
  select p.workspace_id, p.owner_id, p.reference, p.event, p.first_at
  from event closer join problem p on p.workspace_id = closer.workspace_id and p.owner_id = coalesce(closer.contact_id, closer.person_id)
    and p.reference = event_reference(closer.properties)
  where closer.workspace_id = $1::uuid and closer.id = any($2::uuid[])`);

/** `$1` workspace, `$2` problem. */
export const problemCardsStatement = cardsOf(`
  select workspace_id, owner_id, reference, event, first_at from problem where workspace_id = $1::uuid and id = $2::uuid`);

/** The cards that look different once these events closed problems; undefined when there are too many. */
export async function closedCards(on: Runner, workspaceId: string, eventIds: string[]): Promise<CardRow[] | undefined> {
  return unlessTooMany(await rows(on, CardRow)(closedCardsStatement, workspaceId, eventIds));
}

/** The cards that look different once this problem was closed or opened; undefined when there are too many. */
export async function problemCards(on: Runner, workspaceId: string, problemId: string): Promise<CardRow[] | undefined> {
  return unlessTooMany(await rows(on, CardRow)(problemCardsStatement, workspaceId, problemId));
}

const unlessTooMany = (cards: CardRow[]) => (cards.length > maxCards ? undefined : cards);
