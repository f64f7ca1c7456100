import { z } from "zod";
import type { Channel } from "@/lib/platform/db/client/enums";
import { type Runner, rows, run } from "@/lib/platform/db/rows";
import { statement } from "@/lib/platform/db/statement";
import { recordConflict } from "./conflicts";
import { identityOf, type Person, type Sender } from "./find";
import { moveIds, phoneSince } from "./identities";
import { link } from "./link";
import { type EndedChat, moveChats } from "./move-chats";

const permanent = ["agent", "signed", "code"] as const;

const OwnerRow = z.strictObject({
  id: z.uuid(),
  phone: z.string().nullable(),
  channelUserId: z.string().nullable(),
  contactId: z.uuid().nullable(),
  linkedBy: z.enum(["phone", "event", ...permanent]).nullable(),
});
export type Owner = z.output<typeof OwnerRow>;

/** The person of a sender (undefined: a new one), whether the phone that came with them is theirs now, and the chats that ended with it. */
type Resolved = { personId: string | undefined; hasPhone: boolean; ended?: EndedChat[] };

/**
 * Decides whom a sender's phone makes them. A person known by that phone alone is the sender (contract §8). Somebody with an id of
 * their own has lost the number to the sender, unless the message is older than what is known about the number.
 */
export async function resolvePhoneOwner(
  on: Runner,
  workspaceId: string,
  { known, sender, at }: { known: Person | undefined; sender: Sender; at: Date },
): Promise<Resolved> {
  const { phone } = identityOf(sender);
  const { channel } = sender;
  if (!known) return { personId: undefined, hasPhone: true };
  if (known.isLate) return { personId: known.id, hasPhone: false };
  if (phone === null) return { personId: known.id, hasPhone: false };
  if (known.phone === phone && isAnother(known, sender))
    return { personId: undefined, hasPhone: await isNewer(on, workspaceId, { channel, phone, at }) };
  if (known.phone === phone) return { personId: known.id, hasPhone: true };
  const other = await ownerOf(on, workspaceId, phone);
  if (!other) return { personId: known.id, hasPhone: await isNewer(on, workspaceId, { channel, phone: known.phone, at }) };
  if (other.channelUserId !== null) return { personId: known.id, hasPhone: await isNewer(on, workspaceId, { channel, phone, at }) };
  const ended = await becomePhoneOwner(on, workspaceId, { id: known.id, other, phone });
  return ended ? { personId: other.id, hasPhone: true, ended } : { personId: known.id, hasPhone: false };
}

/** Found by the number alone, which another user of the channel has now. */
function isAnother(known: Person, sender: Sender): boolean {
  const { channelUserId, parentUserId } = identityOf(sender);
  const isKnownParent = parentUserId !== null && !known.isParentNew;
  return channelUserId !== null && known.channelUserId !== null && known.channelUserId !== channelUserId && !isKnownParent;
}

type Seen = { channel: Channel; phone: string | null; at: Date };

/** Messages may arrive late: one that is older than what is known about a phone does not change whose it is. */
export async function isNewer(on: Runner, workspaceId: string, { channel, phone, at }: Seen): Promise<boolean> {
  const since = phone === null ? undefined : await phoneSince(on, workspaceId, channel, phone);
  return since === undefined || at >= since;
}

const ownerBy = (condition: string) => {
  const owner = statement({ row: OwnerRow })`
select id, phone, channel_user_id as "channelUserId", contact_id as "contactId", linked_by::text as "linkedBy" from person
where workspace_id = $1::uuid and ${condition}`;
  return async (on: Runner, workspaceId: string, value: string): Promise<Owner | undefined> =>
    (await rows(on, owner)(workspaceId, value))[0];
};

export const ownerOf = ownerBy("phone = $2");
/** The person whom the channel knows by its own id. */
export const ownerOfId = ownerBy("channel_user_id = $2");
const personOf = ownerBy("id = $2::uuid");

/**
 * A person known by ids becomes the one known by a phone, with their ids, their chats, their block and their permanent link. When that link is
 * to another contact than the phone's, the two stay apart, and an admin decides. Returns the chats that ended; undefined when the two
 * stay apart.
 */
export async function becomePhoneOwner(
  on: Runner,
  workspaceId: string,
  { id, other, phone }: { id: string; other: Owner; phone: string },
): Promise<EndedChat[] | undefined> {
  const known = await personOf(on, workspaceId, id);
  const linkedBy = permanentLinkOf(known);
  if (known?.contactId && linkedBy) {
    if (other.contactId && other.contactId !== known.contactId) {
      await recordConflict(on, workspaceId, { contactId: known.contactId, otherContactId: other.contactId, phone });
      return undefined;
    }
    await link(on, workspaceId, { personId: other.id, contactId: known.contactId, linkedBy });
  }
  // Without a phone of their own nobody is left behind who could be answered.
  return moveBelongings(on, workspaceId, { from: id, to: other.id, chats: known?.phone === null });
}

/**
 * The one who wrote under the next names of somebody is that same person: whatever is theirs joins. Only two permanent links to
 * different contacts keep them apart, and an admin decides. Returns the chats that ended; undefined when the two stay apart.
 */
export async function absorb(
  on: Runner,
  workspaceId: string,
  { id, other, phone }: { id: string; other: Owner; phone: string },
): Promise<EndedChat[] | undefined> {
  const known = await personOf(on, workspaceId, id);
  const [own, others] = [permanentLinkOf(known), permanentLinkOf(other)];
  if (known?.contactId && other.contactId && own && other.contactId !== known.contactId)
    await recordConflict(on, workspaceId, { contactId: known.contactId, otherContactId: other.contactId, phone });
  if (others && other.contactId) {
    if (own && known?.contactId !== other.contactId) return undefined;
    await link(on, workspaceId, { personId: id, contactId: other.contactId, linkedBy: others });
  }
  return moveBelongings(on, workspaceId, { from: other.id, to: id, chats: true });
}

const permanentLinkOf = (person: Owner | undefined) => permanent.find((kind) => kind === person?.linkedBy);

type Move = { from: string; to: string; chats: boolean };

/** The ids, the chats and the block of one person become those of another. */
async function moveBelongings(on: Runner, workspaceId: string, { from, to, chats }: Move): Promise<EndedChat[]> {
  await moveIds(on, workspaceId, { from, to });
  const ended = chats ? await moveChats(on, workspaceId, { from, to }) : [];
  await run(on, { workspace: workspaceId })`
    update person p set blocked_at = coalesce(p.blocked_at, k.blocked_at)
    from person k
    where p.workspace_id = ${workspaceId}::uuid and p.id = ${to}::uuid and k.workspace_id = p.workspace_id and k.id = ${from}::uuid`;
  return ended;
}
