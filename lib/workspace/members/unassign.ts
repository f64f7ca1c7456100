import { z } from "zod";
import { currentTime } from "@/lib/platform/db/clock";
import { rows } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import type { ActingMember, Tx } from "./permissions";

const UnassignedRow = z.strictObject({ chatId: z.uuid(), seq: z.int(), personId: z.uuid() });

/**
 * Takes the chats of a member who leaves from them: `$1` workspace, `$2` the member, `$3` and `$4` the account and the name of whoever
 * removes them, `$5` when. Open chats say so in their timeline. Chats are locked in the order in which events lock them.
 */
const unassignStatement = statement({ row: UnassignedRow, writes: true })`
with own as (
  select workspace_id, id from chat where workspace_id = $1::uuid and assignee_id = $2::uuid order by person_id, id for update
),
cleared as (
  update chat c set assignee_id = null, last_seq = c.last_seq + (case when c.status = 'open' then 1 else 0 end)
  from own o where c.workspace_id = o.workspace_id and c.id = o.id
  returning c.workspace_id, c.id, c.last_seq, c.person_id, c.last_item_at, c.status
),
changed as (select * from cleared where status = 'open'),
traced as (
  insert into chat_item (workspace_id, chat_id, seq, id, kind, author, account_id, author_name, text, data, created_at)
  select workspace_id, id, last_seq, gen_random_uuid(), 'note', 'system', $3::uuid, $4::text, 'Unassigned the chat.',
    '{"change": {"what": "unassigned"}}'::jsonb, $5::timestamptz
  from changed
)
select id as "chatId", last_seq as seq, person_id as "personId" from changed order by last_item_at desc limit 100
`;

/** Returns the open chats with the latest activity, to be notified of; a list with more finds the others at its next tick. */
export const unassign = (tx: Tx, workspaceId: string, { accountId: by, name }: ActingMember, accountId: string) =>
  rows(tx, unassignStatement)(workspaceId, accountId, by, name, currentTime());
