import { z } from "zod";
import { newId } from "@/lib/kernel/ids";
import type { Runner } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { findPerson, identityOf, type Sender } from "./find";
import { relinkChats } from "./relink-chats";

const FoundPerson = z.strictObject({ id: z.uuid(), phone: z.string().nullable() });
type FoundPerson = z.output<typeof FoundPerson>;
const PhoneOwnerRow = z.strictObject({ id: z.uuid(), channelUserId: z.string().nullable(), contactId: z.uuid().nullable() });

/** Finds or creates the person, and saves new details about them. Needs the linking lock for `change`. */
export async function findOrCreatePerson(on: Runner, workspaceId: string, sender: Sender, at: Date): Promise<FoundPerson> {
  const known = await resolvePhoneOwner(on, workspaceId, sender);
  const [person] = known ? await update(on, workspaceId, known, sender) : await insert(on, workspaceId, sender, at);
  if (!person) throw new Error("A person could not be kept.");
  return person;
}

/** A new phone for a known channel id replaces the old one; a link that the old phone made becomes one to recompute (`phone`). */
function update(on: Runner, workspaceId: string, personId: string, sender: Sender): Promise<FoundPerson[]> {
  const { phone, channelUserId, typedPhone } = identityOf(sender);
  const { name = null, email = null } = sender;
  return rows(on, FoundPerson)`
    update person p set name = coalesce(${name}, name), email = coalesce(${email}, email), typed_phone = coalesce(${typedPhone}, typed_phone),
      channel_user_id = coalesce(channel_user_id, ${channelUserId}),
      phone = coalesce(${phone}::text, phone),
      linked_by = case when linked_by = 'event' and ${phone}::text <> phone then 'phone' else linked_by end
    where workspace_id = ${workspaceId}::uuid and id = ${personId}::uuid returning id, phone`;
}

function insert(on: Runner, workspaceId: string, sender: Sender, at: Date): Promise<FoundPerson[]> {
  const { phone, channelUserId, visitorId, typedPhone } = identityOf(sender);
  const { name = null, email = null } = sender;
  return rows(on, FoundPerson)`
    insert into person (workspace_id, id, channel, phone, visitor_id, channel_user_id, name, email, typed_phone, created_at)
    values (${workspaceId}::uuid, ${newId()}::uuid, ${sender.channel}::channel, ${phone}, ${visitorId}, ${channelUserId},
      ${name}, ${email}, ${typedPhone}, ${at}) returning id, phone`;
}

/**
 * Finds the sender's person and resolves a phone that belongs to another person. The channel may send a phone for a channel id
 * that had another phone, or none. A person known by that phone only is the sender (contract §8); a person with their own channel
 * id has lost the number to the sender.
 */
async function resolvePhoneOwner(on: Runner, workspaceId: string, sender: Sender): Promise<string | undefined> {
  const known = await findPerson(on, workspaceId, sender);
  const { phone, channelUserId } = identityOf(sender);
  if (!known || phone === null || known.phone === phone) return known?.id;
  const [other] = await rows(on, PhoneOwnerRow)`
    select id, channel_user_id as "channelUserId", contact_id as "contactId" from person
    where workspace_id = ${workspaceId}::uuid and phone = ${phone} and id <> ${known.id}::uuid`;
  if (!other) return known.id;
  if (other.channelUserId === null) {
    await on.$executeRaw`update person set channel_user_id = null where workspace_id = ${workspaceId}::uuid and id = ${known.id}::uuid`;
    await on.$executeRaw`
      update person set channel_user_id = ${channelUserId} where workspace_id = ${workspaceId}::uuid and id = ${other.id}::uuid`;
    return other.id;
  }
  await on.$executeRaw`
    update person set phone = null, linked_by = case when linked_by = 'event' then 'phone' else linked_by end
    where workspace_id = ${workspaceId}::uuid and id = ${other.id}::uuid`;
  await relinkChats(on, workspaceId, { contactId: other.contactId, phones: [] });
  return known.id;
}
