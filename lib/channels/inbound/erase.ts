import { z } from "zod";
import { type Channel, channelNames } from "@/lib/chats/shared/channels";
import { db } from "@/lib/platform/db";
import { withRetry } from "@/lib/platform/db/errors";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { ErasedError } from "./entry";
import { storedSender } from "./lanes";
import { erasedId, waitingStatement } from "./sql";

/**
 * What is left of an entry whose sender was erased: a digest of its id for as long as the row stays, so that a repeat does not bring
 * the message back. `m` is a row of `inbound_message`, `$1` the workspace.
 */
export const redacted = (m: string): string => `external_id = ${erasedId(`${m}.external_id`)}, sender = 'erased', payload = null,
  processed_at = coalesce(${m}.processed_at, now()), next_try_at = null`;

/** Whether the payload of `m` quotes one of the names in the parameter `names`. */
const quotes = (m: string, names: string): string =>
  `exists (select from unnest(${names}::text[]) n where strpos(${m}.payload::text, to_json(n)::text) > 0)`;

/**
 * `$1` workspace, `$2` the senders as they are stored, `$3` their names, `$4` chats: what waits of them or for those chats. A worker that
 * has one of them finds it gone.
 */
const waitingOfStatement = statement()`
update inbound_message m set ${redacted("m")}
where m.workspace_id = $1::uuid and m.processed_at is null and (
  m.sender = any($2::text[]) or m.payload->>'chatId' = any($4::text[]) or ${quotes("m", "$3")}
)`;

const PartRow = z.strictObject({ last: z.string().nullable() });

/** `$1` workspace, `$2` the id to continue after, `$3` how many, `$4` the senders as they are stored, `$5` their names, `$6` when they were erased, `$7` channel. */
const processedOfStatement = statement({ row: PartRow, writes: true })`
with part as (
  select external_id, sender, payload, received_at from inbound_message
  where workspace_id = $1::uuid and channel = $7::channel and external_id > $2 order by external_id limit $3::int
),
theirs as (
  select p.external_id from part p
  where p.received_at <= $6::timestamptz and (p.sender = any($4::text[]) or ${quotes("p", "$5")})
),
redacted as (
  update inbound_message m set ${redacted("m")}
  from (select external_id from theirs union select 'file:' || external_id from theirs union select 'change:' || external_id from theirs) t
  where m.workspace_id = $1::uuid and m.channel = $7::channel and m.external_id = t.external_id and m.processed_at is not null
)
select case when count(*) = $3::int then max(external_id) end as last from part`;

const sendersOf = (names: readonly string[]): string[] =>
  channelNames.flatMap((channel) => names.map((name) => storedSender(channel, name)));

type Erased = { names: readonly string[]; chatIds: readonly string[] };

/** Drops what waits to be processed of these senders, in the transaction that erases them; it takes these locks before those of chats. */
export async function dropWaiting(on: Runner, workspaceId: string, { names, chatIds }: Erased): Promise<void> {
  await run(on, waitingOfStatement)(workspaceId, sendersOf(names), names, chatIds);
}

/** Where a search of what was processed continues: one channel after the other. */
export type Position = { channel: Channel; after: string };
export const firstPosition: Position = { channel: channelNames[0], after: "" };

type Processed = { names: readonly string[]; erasedAt: Date; from: Position };

/** Redacts one part of what was processed before. Returns where to continue, or null at the end. */
export async function redactProcessed(workspaceId: string, { names, erasedAt, from }: Processed): Promise<Position | null> {
  const { channel, after } = from;
  const values = [after, partSize, sendersOf(names), names, erasedAt, channel];
  const [part] = await withRetry(() => rows(db(), processedOfStatement)(workspaceId, ...values));
  if (part?.last) return { channel, after: part.last };
  const next = channelNames[channelNames.indexOf(channel) + 1];
  return next ? { channel: next, after: "" } : null;
}

const partSize = 1_000;

/** Makes sure that an entry is still to be processed, in the transaction that adds what it holds. @throws ErasedError */
export async function requireWaiting(on: Runner, workspaceId: string, channel: Channel, entry: string): Promise<void> {
  const [found] = await rows(on, waitingStatement)(workspaceId, channel, entry);
  if (!found) throw new ErasedError("The sender of this entry was erased.");
}
