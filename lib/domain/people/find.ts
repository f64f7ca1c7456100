import { z } from "zod";
import type { Runner } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";

type Identity =
  | { channel: "whatsapp"; phone?: string | undefined; channelUserId?: string | undefined }
  /** `userId` only when the website signed it; `typedPhone` and `email` are what the visitor typed. */
  | { channel: "website"; visitorId: string; userId?: string | undefined; typedPhone?: string | undefined };

/** The sender of a message, as the channel knows them. */
export type Sender = Identity & { name?: string | undefined; email?: string | undefined };

export const Person = z.strictObject({
  id: z.uuid(),
  phone: z.string().nullable(),
  channelUserId: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  typedPhone: z.string().nullable(),
  contactUserId: z.string().nullable(),
});
export type Person = z.output<typeof Person>;

/** The columns that identify a sender; `typedPhone` is saved, but does not identify. */
export const identityOf = (sender: Sender) =>
  sender.channel === "whatsapp"
    ? { phone: sender.phone ?? null, channelUserId: sender.channelUserId ?? null, visitorId: null, typedPhone: null }
    : { phone: null, channelUserId: null, visitorId: sender.visitorId, typedPhone: sender.typedPhone ?? null };

/** The person behind a sender. The channel's own id comes before the phone, because a phone number may get a new owner. */
export async function findPerson(on: Runner, workspaceId: string, sender: Sender): Promise<Person | undefined> {
  const { phone, channelUserId, visitorId } = identityOf(sender);
  const [found] = await rows(on, Person)`
    select p.id, p.phone, p.channel_user_id as "channelUserId", p.name, p.email, p.typed_phone as "typedPhone", c.user_id as "contactUserId"
    from person p left join contact c on c.workspace_id = p.workspace_id and c.id = p.contact_id
    where p.workspace_id = ${workspaceId}::uuid
      and (p.channel_user_id = ${channelUserId}::text or p.phone = ${phone}::text or p.visitor_id = ${visitorId}::text)
    order by p.channel_user_id = ${channelUserId}::text desc nulls last limit 1`;
  return found;
}

/** Whether a message carries details about its sender that are not saved yet. */
export function hasNewDetails(known: Person, sender: Sender): boolean {
  const { phone, channelUserId, typedPhone } = identityOf(sender);
  const differs = (sent: string | null | undefined, saved: string | null) => sent !== undefined && sent !== null && sent !== saved;
  return (
    differs(phone, known.phone) ||
    differs(channelUserId, known.channelUserId) ||
    differs(sender.name, known.name) ||
    differs(sender.email, known.email) ||
    differs(typedPhone, known.typedPhone) ||
    (sender.channel === "website" && differs(sender.userId, known.contactUserId))
  );
}
