import { z } from "zod";
import { newId } from "@/lib/kernel/ids";
import { type Runner, rows } from "@/lib/platform/db/rows";
import { insertPeople, type NewPerson } from "./create";
import { findPerson, identityOf, isVisitor, type Sender } from "./find";
import { identitiesOf, release, writeIdentities } from "./identities";
import type { EndedChat } from "./move-chats";
import { resolvePhoneOwner } from "./phone-owner";
import { relinkChats } from "./relink-chats";

/** A saved person, with the phone and the id that they had before. */
const SavedPerson = z.strictObject({
  ...{ id: z.uuid(), isBlocked: z.boolean() },
  ...{ phone: z.string().nullable(), channelUserId: z.string().nullable() },
});
type SavedPerson = z.output<typeof SavedPerson>;

/**
 * Finds or creates the person of a sender, saves what is new about them, and links them by their phone (contract §4). `at` is when
 * the message was sent. Needs the linking lock for `change`. `ended` are chats that ended because two people turned out to be one.
 */
export async function findOrCreatePerson(
  on: Runner,
  workspaceId: string,
  sender: Sender,
  at: Date,
): Promise<SavedPerson & { ended: EndedChat[] }> {
  const known = await findPerson(on, workspaceId, sender, at);
  const { personId, hasPhone, ended = [] } = await resolvePhoneOwner(on, workspaceId, { known, sender, at });
  const seen = seenOf(sender, { hasPhone, isLate: known?.isLate ?? false });
  const id = personId ?? newId();
  const mayHaveOwner = known !== undefined && (personId === undefined || known.phone !== seen.phone);
  const losers = mayHaveOwner && seen.phone !== null ? await release(on, workspaceId, { phone: seen.phone, exceptId: id }) : [];
  const [saved] = await (personId ? update(on, workspaceId, { id, sender, seen }) : insert(on, workspaceId, { id, sender, seen, at }));
  if (!saved) throw new Error("A person could not be kept.");
  if (isVisitor(sender)) return { ...saved, ended };
  await writeIdentities(on, workspaceId, { channel: sender.channel, personId: id, identities: identitiesOf(seen, saved, at), at });
  await relinkChats(on, workspaceId, { phones: [saved.phone, seen.phone], people: [id, ...losers] });
  return { ...saved, ended };
}

type Seen = ReturnType<typeof identityOf>;

/** What the message says about its sender now. */
function seenOf(sender: Sender, { hasPhone, isLate }: { hasPhone: boolean; isLate: boolean }): Seen {
  const seen = identityOf(sender);
  if (isLate) return { ...seen, phone: null, channelUserId: null, parentUserId: null };
  return hasPhone ? seen : { ...seen, phone: null };
}

type Written = Omit<NewPerson, "at">;

/** Another phone for a known person replaces theirs; a link that an event made by the old one becomes one to recompute (`phone`). */
function update(on: Runner, workspaceId: string, { id, sender, seen }: Written): Promise<SavedPerson[]> {
  const { name = null, email = null } = sender;
  return rows(on, { row: SavedPerson, workspace: workspaceId, writes: true })`
    update person p set name = coalesce(${name}, p.name), username = coalesce(${seen.username}, p.username),
      email = coalesce(${email}, p.email), typed_phone = coalesce(${seen.typedPhone}, p.typed_phone),
      channel_user_id = coalesce(${seen.channelUserId}, p.channel_user_id),
      phone = coalesce(${seen.phone}::text, p.phone),
      linked_by = case when p.linked_by = 'event' and ${seen.phone}::text <> p.phone then 'phone' else p.linked_by end
    from (select id, phone, channel_user_id from person where workspace_id = ${workspaceId}::uuid and id = ${id}::uuid) b
    where p.workspace_id = ${workspaceId}::uuid and p.id = b.id
    returning p.id, p.blocked_at is not null as "isBlocked", b.phone, b.channel_user_id as "channelUserId"`;
}

async function insert(on: Runner, workspaceId: string, person: NewPerson): Promise<SavedPerson[]> {
  await insertPeople(on, workspaceId, [person]);
  return [{ id: person.id, isBlocked: false, phone: null, channelUserId: null }];
}
