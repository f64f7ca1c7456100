import { z } from "zod";
import type { Runner } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { recordConflict } from "./conflicts";
import { identityOf, type Person, type Sender } from "./find";
import { moveIds, phoneSince } from "./identities";
import { link } from "./link";
import { moveChats } from "./move-chats";

const permanent = ["agent", "signed", "code"] as const;

const OwnerRow = z.strictObject({
  id: z.uuid(),
  phone: z.string().nullable(),
  channelUserId: z.string().nullable(),
  contactId: z.uuid().nullable(),
  linkedBy: z.enum(["phone", "event", ...permanent]).nullable(),
});
type Owner = z.output<typeof OwnerRow>;

/** The person of a sender (undefined: a new one), and whether the phone that came with them is theirs now. */
export type Resolved = { personId: string | undefined; hasPhone: boolean };

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
  if (!known) return { personId: undefined, hasPhone: true };
  if (known.isLate) return { personId: known.id, hasPhone: false };
  if (phone === null) return { personId: known.id, hasPhone: false };
  if (known.phone === phone && isAnother(known, sender))
    return { personId: undefined, hasPhone: await isNewer(on, workspaceId, phone, at) };
  if (known.phone === phone) return { personId: known.id, hasPhone: true };
  const other = await ownerOf(on, workspaceId, phone);
  if (!other) return { personId: known.id, hasPhone: await isNewer(on, workspaceId, known.phone, at) };
  if (other.channelUserId !== null) return { personId: known.id, hasPhone: await isNewer(on, workspaceId, phone, at) };
  const isJoined = await becomePhoneOwner(on, workspaceId, { id: known.id, other, phone });
  return isJoined ? { personId: other.id, hasPhone: true } : { personId: known.id, hasPhone: false };
}

/** Found by the number alone, which another user of the channel has now. */
function isAnother(known: Person, sender: Sender): boolean {
  const { channelUserId, parentUserId } = identityOf(sender);
  const isKnownParent = parentUserId !== null && !known.isParentNew;
  return channelUserId !== null && known.channelUserId !== null && known.channelUserId !== channelUserId && !isKnownParent;
}

/** Messages may arrive late: one that is older than what is known about a phone does not change whose it is. */
export async function isNewer(on: Runner, workspaceId: string, phone: string | null, at: Date): Promise<boolean> {
  const since = phone === null ? undefined : await phoneSince(on, workspaceId, phone);
  return since === undefined || at >= since;
}

export async function ownerOf(on: Runner, workspaceId: string, phone: string): Promise<Owner | undefined> {
  const [found] = await rows(on, OwnerRow)`
    select id, phone, channel_user_id as "channelUserId", contact_id as "contactId", linked_by::text as "linkedBy" from person
    where workspace_id = ${workspaceId}::uuid and phone = ${phone}`;
  return found;
}

async function personOf(on: Runner, workspaceId: string, id: string): Promise<Owner | undefined> {
  const [found] = await rows(on, OwnerRow)`
    select id, phone, channel_user_id as "channelUserId", contact_id as "contactId", linked_by::text as "linkedBy" from person
    where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid`;
  return found;
}

/**
 * A person known by ids becomes the one known by a phone, with their ids, their chats, their block and their permanent link. When that link is
 * to another contact than the phone's, the two stay apart, and an admin decides. Returns whether they are one now.
 */
export async function becomePhoneOwner(
  on: Runner,
  workspaceId: string,
  { id, other, phone }: { id: string; other: Owner; phone: string },
): Promise<boolean> {
  const known = await personOf(on, workspaceId, id);
  const linkedBy = permanent.find((kind) => kind === known?.linkedBy);
  if (known?.contactId && linkedBy) {
    if (other.contactId && other.contactId !== known.contactId) {
      await recordConflict(on, workspaceId, { contactId: known.contactId, otherContactId: other.contactId, phone });
      return false;
    }
    await link(on, workspaceId, { personId: other.id, contactId: known.contactId, linkedBy });
  }
  await moveIds(on, workspaceId, { from: id, to: other.id });
  // Without a phone of their own nobody is left behind who could be answered.
  if (known?.phone === null) await moveChats(on, workspaceId, { from: id, to: other.id });
  await on.$executeRaw`
    update person p set blocked_at = coalesce(p.blocked_at, k.blocked_at)
    from person k
    where p.workspace_id = ${workspaceId}::uuid and p.id = ${other.id}::uuid and k.workspace_id = p.workspace_id and k.id = ${id}::uuid`;
  return true;
}
