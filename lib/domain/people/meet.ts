import { z } from "zod";
import { newId } from "@/lib/kernel/ids";
import type { Runner } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";
import { find, identityOf, type Sender } from "./find";
import { relink } from "./relink-chats";

const Met = z.strictObject({ id: z.uuid(), phone: z.string().nullable() });
type Met = z.output<typeof Met>;
const Other = z.strictObject({ id: z.uuid(), channelUserId: z.string().nullable(), contactId: z.uuid().nullable() });

/** Finds or makes the person, and keeps what is new about them. Needs the linking lock for `change`. */
export async function meet(on: Runner, workspaceId: string, sender: Sender, at: Date): Promise<Met> {
  const known = await settlePhone(on, workspaceId, sender);
  const [person] = known ? await update(on, workspaceId, known, sender) : await insert(on, workspaceId, sender, at);
  if (!person) throw new Error("A person could not be kept.");
  return person;
}

/** A phone that is given for a known channel id replaces the one before; a link that came by that phone is to be looked at again. */
function update(on: Runner, workspaceId: string, personId: string, sender: Sender): Promise<Met[]> {
  const { phone, channelUserId, typedPhone } = identityOf(sender);
  const { name = null, email = null } = sender;
  return rows(on, Met)`
    update person p set name = coalesce(${name}, name), email = coalesce(${email}, email), typed_phone = coalesce(${typedPhone}, typed_phone),
      channel_user_id = coalesce(channel_user_id, ${channelUserId}),
      phone = coalesce(${phone}::text, phone),
      linked_by = case when linked_by = 'event' and ${phone}::text <> phone then 'phone' else linked_by end
    where workspace_id = ${workspaceId}::uuid and id = ${personId}::uuid returning id, phone`;
}

function insert(on: Runner, workspaceId: string, sender: Sender, at: Date): Promise<Met[]> {
  const { phone, channelUserId, visitorId, typedPhone } = identityOf(sender);
  const { name = null, email = null } = sender;
  return rows(on, Met)`
    insert into person (workspace_id, id, channel, phone, visitor_id, channel_user_id, name, email, typed_phone, created_at)
    values (${workspaceId}::uuid, ${newId()}::uuid, ${sender.channel}::channel, ${phone}, ${visitorId}, ${channelUserId},
      ${name}, ${email}, ${typedPhone}, ${at}) returning id, phone`;
}

/**
 * The person whom the sender is, once it is settled who has the phone. The channel gives a phone for a channel id that was
 * known with another, or without one: when somebody is known by that phone alone, the sender is that person (contract §8);
 * when that person has a channel id of their own, their number has passed to the sender.
 */
async function settlePhone(on: Runner, workspaceId: string, sender: Sender): Promise<string | undefined> {
  const known = await find(on, workspaceId, sender);
  const { phone, channelUserId } = identityOf(sender);
  if (!known || phone === null || known.phone === phone) return known?.id;
  const [other] = await rows(on, Other)`
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
  await relink(on, workspaceId, { contactId: other.contactId, phones: [] });
  return known.id;
}
