import { z } from "zod";
import type { Channel } from "@/lib/platform/db/client/enums";
import { IdRow, type Runner, rows, run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";

/** An identity of a person; a superseded one has the time of its end. */
export type Identity = { kind: "phone" | "user_id" | "parent_user_id"; value: string; supersededAt: Date | null };

type Names = { phone: string | null; channelUserId: string | null; parentUserId?: string | null };

/** What a person is called now, and what they are no longer called because something else took its place. */
export function identitiesOf(seen: Names, before: Names, at: Date): Identity[] {
  const change = (kind: Identity["kind"], now: string | null | undefined, former: string | null | undefined): Identity[] => {
    if (!now) return [];
    const replaced = former && former !== now ? [{ kind, value: former, supersededAt: at }] : [];
    return [{ kind, value: now, supersededAt: null }, ...replaced];
  };
  return [
    ...change("phone", seen.phone, before.phone),
    ...change("user_id", seen.channelUserId, before.channelUserId),
    ...change("parent_user_id", seen.parentUserId, before.parentUserId),
  ];
}

/**
 * `$1` workspace, `$2` identities as JSON, with their person and when they were seen. A current identity passes to the person that was
 * seen with it; one that ended is left alone when somebody else has it by now.
 */
const writeStatement = statement()`
insert into person_identity as i (workspace_id, channel, kind, value, person_id, created_at, superseded_at)
select $1::uuid, s.channel, s.kind::identity_kind, s.value, s."personId", s.at, s."supersededAt"
from jsonb_to_recordset($2::jsonb) as s(channel channel, kind text, value text, "personId" uuid, at timestamptz, "supersededAt" timestamptz)
on conflict (workspace_id, channel, kind, value) do update set
  person_id = excluded.person_id,
  superseded_at = excluded.superseded_at,
  created_at = case when i.person_id = excluded.person_id and i.superseded_at is null then i.created_at else excluded.created_at end
where excluded.superseded_at is null or (i.person_id = excluded.person_id and i.superseded_at is null)`;

/** What people are called, and when they were seen so. No two of them may have an identity in common. */
export type Named = { channel: Channel; personId: string; identities: Identity[]; at: Date };

export async function writeIdentities(on: Runner, workspaceId: string, ...named: Named[]): Promise<void> {
  const list = named.flatMap(({ identities, ...one }) => identities.map((identity) => ({ ...identity, ...one })));
  if (list.length > 0) await run(on, writeStatement)(workspaceId, JSON.stringify(list));
}

type Released = { phone?: string | null | undefined; channelUserId?: string | null | undefined; exceptId: string };

/**
 * Takes a phone or a channel's id from the person who has it, because another person was seen with it. Their link is to be
 * recomputed. Returns the person.
 */
export async function release(
  on: Runner,
  workspaceId: string,
  { phone = null, channelUserId = null, exceptId }: Released,
): Promise<string[]> {
  const found = await rows(on, { row: IdRow, workspace: workspaceId, writes: true })`
    update person set
      phone = case when phone = ${phone}::text then null else phone end,
      channel_user_id = case when channel_user_id = ${channelUserId}::text then null else channel_user_id end,
      linked_by = case when linked_by = 'event' and phone = ${phone}::text then 'phone' else linked_by end
    where workspace_id = ${workspaceId}::uuid and id <> ${exceptId}::uuid
      and (phone = ${phone}::text or channel_user_id = ${channelUserId}::text)
    returning id`;
  return found.map(({ id }) => id);
}

const SinceRow = z.strictObject({ since: z.date() });

/** When the current owner of a phone was first seen with it; undefined when that is not known. */
export async function phoneSince(on: Runner, workspaceId: string, channel: Channel, phone: string): Promise<Date | undefined> {
  const [row] = await rows(on, { row: SinceRow, workspace: workspaceId })`
    select created_at as since from person_identity
    where workspace_id = ${workspaceId}::uuid and channel = ${channel}::channel and kind = 'phone' and value = ${phone} and superseded_at is null`;
  return row?.since;
}

/** The channel's ids of one person become those of another, who was seen with them. */
export async function moveIds(on: Runner, workspaceId: string, { from, to }: { from: string; to: string }): Promise<void> {
  await run(on, { workspace: workspaceId })`
    with cleared as (update person set channel_user_id = null where workspace_id = ${workspaceId}::uuid and id = ${from}::uuid)
    update person_identity set person_id = ${to}::uuid
    where workspace_id = ${workspaceId}::uuid and person_id = ${from}::uuid and kind <> 'phone'`;
}
