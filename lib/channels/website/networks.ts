import { createHmac } from "node:crypto";
import { z } from "zod";
import { newId } from "@/lib/kernel/ids";
import { db } from "@/lib/platform/db";
import { currentTime } from "@/lib/platform/db/clock";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { env } from "@/lib/platform/env";
import { deleteInBatches } from "@/lib/platform/jobs";

/** For so long a block refuses new visitors from the networks that its person wrote from in as long a time before. */
const heldFor = "interval '24 hours'";
/** For so long a chat that begins there says whom it may be of; then nothing of the network is stored any more. */
const namedFor = "interval '7 days'";
/** So many others, not blocked, within 24 hours make a network shared: an office or a carrier is never refused for one person. */
const sharedBy = 5;
const maxNetworks = 3;

/** A keyed digest that distinguishes networks without naming them; per workspace, so that workspaces cannot be compared. */
export const digestOf = (workspaceId: string, network: string): string =>
  createHmac("sha256", env().NEXTAUTH_SECRET).update(`visitor network ${workspaceId} ${network}`).digest("base64url").slice(0, 22);

/** Whether many others write from the network `$2` of the workspace `$1`; `now` is an expression. */
const isShared = (now: string) => `(
  select count(*) >= ${sharedBy} from (
    select from visitor_network o join person q on q.workspace_id = o.workspace_id and q.id = o.person_id
    where o.workspace_id = $1::uuid and o.network = $2::text and o.seen_at > ${now} - ${heldFor} and q.blocked_at is null limit ${sharedBy}
  ) few
)`;

/** `n` is a network of the person `p`, who wrote from there within the time before they were blocked. */
const ofBlocked = `
  from visitor_network n join person p on p.workspace_id = n.workspace_id and p.id = n.person_id
  where n.workspace_id = $1::uuid and n.network = $2::text and n.seen_at > p.blocked_at - ${heldFor}`;

/** `isHeld`: new visitors are refused. `isNamed`: a chat that begins says whom it may be of. */
const StateRow = z.strictObject({ isHeld: z.boolean(), isNamed: z.boolean() });
export type NetworkState = z.output<typeof StateRow>;

/** `$1` workspace, `$2` network, `$3` now. Usually nobody was blocked there, and one look says so. */
const stateStatement = statement({ row: StateRow })`
select case when b.at > $3::timestamptz - ${heldFor} then not ${isShared("$3::timestamptz")} else false end as "isHeld",
  b.at is not null as "isNamed"
from (select max(p.blocked_at) as at ${ofBlocked} and p.blocked_at > $3::timestamptz - ${namedFor}) b`;

/** What a network is to new visitors, because of somebody who was blocked there. */
export async function stateOf(workspaceId: string, network: string): Promise<NetworkState> {
  const [row] = await rows(db(), stateStatement)(workspaceId, network, currentTime());
  return row ?? { isHeld: false, isNamed: false };
}

/** `$1` workspace, `$2` network, `$3` person, `$4` now. A person keeps the latest few networks. */
const rememberStatement = statement()`
with outdated as (
  delete from visitor_network where workspace_id = $1::uuid and person_id = $3::uuid and network in (
    select network from visitor_network
    where workspace_id = $1::uuid and person_id = $3::uuid and network <> $2::text order by seen_at desc offset ${maxNetworks - 1}
  )
)
insert into visitor_network as n (workspace_id, network, person_id, seen_at)
select p.workspace_id, $2::text, p.id, $4::timestamptz from person p where p.workspace_id = $1::uuid and p.id = $3::uuid
on conflict (workspace_id, network, person_id) do update set seen_at = excluded.seen_at where n.seen_at < excluded.seen_at - interval '10 minutes'`;

/** Keeps for a while that a visitor wrote from a network, in case they are blocked. */
export async function remember(workspaceId: string, { personId, network }: { personId: string; network: string }): Promise<void> {
  await run(db(), rememberStatement)(workspaceId, network, personId, currentTime());
}

type Begun = { chatId: string; personId: string; network: string; at: Date };

/**
 * `$1` workspace, `$2` network, `$3` chat, `$4` its person, `$5` the line's id, `$6` when. Whoever the website signed, or who was there
 * before the block, is not the one who came back. For instances of the previous version, the line is a note.
 */
const noteStatement = statement()`
with suspect as (
  select p.id ${ofBlocked} and p.id <> $4::uuid and p.blocked_at > $6::timestamptz - case when ${isShared("$6::timestamptz")} then ${heldFor} else ${namedFor} end
    and exists (
      select from person as me where me.workspace_id = $1::uuid and me.id = $4::uuid and me.created_at >= p.blocked_at
        and me.linked_by is distinct from 'signed'
    )
  order by p.blocked_at desc, p.id limit 1
),
bumped as (
  update chat set last_seq = last_seq + 1 where workspace_id = $1::uuid and id = $3::uuid and exists (select from suspect) returning last_seq
)
insert into chat_item (workspace_id, chat_id, seq, id, kind, author, text, data, created_at)
select $1::uuid, $3::uuid, last_seq, $5::uuid, 'note', 'system', 'May be somebody who was blocked.',
  jsonb_build_object('notice', jsonb_build_object('what', 'may_be_blocked', 'personId', id)), $6::timestamptz
from bumped, suspect`;

/** Tells the team when a chat begins where somebody was blocked. */
export async function noteBlocked(on: Runner, workspaceId: string, { chatId, personId, network, at }: Begun): Promise<void> {
  await run(on, noteStatement)(workspaceId, network, chatId, personId, newId(), at);
}

/** `$1` now, `$2` how many. */
const expiredStatement = statement({ scope: "all" })`
delete from visitor_network where (workspace_id, network, person_id) in (
  select n.workspace_id, n.network, n.person_id
  from visitor_network n join person p on p.workspace_id = n.workspace_id and p.id = n.person_id
  where n.seen_at < $1::timestamptz - ${heldFor} and (p.blocked_at is null or p.blocked_at < $1::timestamptz - ${namedFor})
  order by n.seen_at limit $2::int
)`;

/** Removes networks whose time is over, in small batches. Stops early on `signal`. */
export const deleteExpired = (signal: AbortSignal): Promise<void> =>
  deleteInBatches({ what: "networks of visitors", signal }, (limit) => run(db(), expiredStatement)(currentTime(), limit));
