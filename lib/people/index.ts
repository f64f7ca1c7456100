import { db, type Runner } from "@/lib/db";
import { linkingLock } from "@/lib/db/linking";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { poke } from "@/lib/realtime";

type Identity =
  | { channel: "whatsapp"; phone?: string; channelUserId?: string }
  /** `userId` only when the website signed it; `typedPhone` and `email` are what the visitor typed. */
  | { channel: "website"; visitorId: string; userId?: string | undefined; typedPhone?: string | undefined };

/** The sender of a message, as the channel knows them. */
export type Sender = Identity & { name?: string | undefined; email?: string | undefined };

export type Person = {
  id: string;
  phone: string | null;
  channelUserId: string | null;
  name: string | null;
  email: string | null;
  typedPhone: string | null;
  contactUserId: string | null;
};

const identityOf = (sender: Sender) =>
  sender.channel === "whatsapp"
    ? { phone: sender.phone ?? null, channelUserId: sender.channelUserId ?? null, visitorId: null, typedPhone: null }
    : { phone: null, channelUserId: null, visitorId: sender.visitorId, typedPhone: sender.typedPhone ?? null };

/** The person behind a sender; by the channel's own id before the phone, which may pass to somebody else. */
export async function find(on: Runner, workspaceId: string, sender: Sender): Promise<Person | undefined> {
  const { phone, channelUserId, visitorId } = identityOf(sender);
  const [found] = await on.$queryRaw<Person[]>`
    select p.id, p.phone, p.channel_user_id as "channelUserId", p.name, p.email, p.typed_phone as "typedPhone", c.user_id as "contactUserId"
    from person p left join contact c on c.workspace_id = p.workspace_id and c.id = p.contact_id
    where p.workspace_id = ${workspaceId}::uuid
      and (p.channel_user_id = ${channelUserId}::text or p.phone = ${phone}::text or p.visitor_id = ${visitorId}::text)
    order by p.channel_user_id = ${channelUserId}::text desc nulls last limit 1`;
  return found;
}

/** Whether the sender says something of themselves that is not known yet. */
export function isNews(known: Person, sender: Sender): boolean {
  const { phone, channelUserId, typedPhone } = identityOf(sender);
  const differs = (said: string | null | undefined, have: string | null) => said !== undefined && said !== null && said !== have;
  return (
    differs(phone, known.phone) ||
    differs(channelUserId, known.channelUserId) ||
    differs(sender.name, known.name) ||
    differs(sender.email, known.email) ||
    differs(typedPhone, known.typedPhone) ||
    (sender.channel === "website" && differs(sender.userId, known.contactUserId))
  );
}

/** Finds or makes the person, and keeps what is new about them. Needs the linking lock for `change`. */
export async function meet(on: Runner, workspaceId: string, sender: Sender, at: Date): Promise<{ id: string; phone: string | null }> {
  const { phone, channelUserId, visitorId, typedPhone } = identityOf(sender);
  const { name = null, email = null } = sender;
  const known = await find(on, workspaceId, sender);
  const [person] = known
    ? await on.$queryRaw<{ id: string; phone: string | null }[]>`
        update person p set name = coalesce(${name}, name), email = coalesce(${email}, email), typed_phone = coalesce(${typedPhone}, typed_phone),
          channel_user_id = coalesce(channel_user_id, ${channelUserId}),
          phone = coalesce(phone, case when not exists (
            select from person o where o.workspace_id = p.workspace_id and o.phone = ${phone}::text) then ${phone}::text end)
        where workspace_id = ${workspaceId}::uuid and id = ${known.id}::uuid returning id, phone`
    : await on.$queryRaw<{ id: string; phone: string | null }[]>`
        insert into person (workspace_id, id, channel, phone, visitor_id, channel_user_id, name, email, typed_phone, created_at)
        values (${workspaceId}::uuid, ${newId()}::uuid, ${sender.channel}::channel, ${phone}, ${visitorId}, ${channelUserId},
          ${name}, ${email}, ${typedPhone}, ${at}) returning id, phone`;
  if (!person) throw new Error("A person could not be kept.");
  return person;
}

/** The website named its visitor with a signed userId. A link by an agent or an earlier signature is never replaced. */
export async function identify(on: Runner, workspaceId: string, { personId, userId, at }: { personId: string; userId: string; at: Date }) {
  const [contact] = await on.$queryRaw<{ id: string }[]>`
    insert into contact as c (workspace_id, id, user_id, created_at, updated_at)
    values (${workspaceId}::uuid, ${newId()}::uuid, ${userId}, ${at}, ${at})
    on conflict (workspace_id, user_id) do update set user_id = c.user_id returning id`;
  if (contact) await tie(on, workspaceId, { personId, contactId: contact.id, linkedBy: "signed" });
}

/** An agent says that the person in a chat is this contact (contract §4). @throws not_found, customer_not_found, conflict */
export async function accept(workspaceId: string, chatId: string, userId: string): Promise<{ userId: string }> {
  const { personId, contactId } = await db().$transaction(async (tx) => {
    await linkingLock(tx, workspaceId, "change");
    const chat = await tx.chat.findUnique({ where: { workspaceId_id: { workspaceId, id: chatId } }, select: { personId: true } });
    if (!chat) throw new AppError("not_found", "There is no such chat.");
    const contact = await tx.contact.findUnique({ where: { workspaceId_userId: { workspaceId, userId } }, select: { id: true } });
    if (!contact) throw new AppError("customer_not_found", "There is no contact with this userId any more.");
    const tied = await tie(tx, workspaceId, { personId: chat.personId, contactId: contact.id, linkedBy: "agent" });
    if (!tied) throw new AppError("conflict", "This person is linked to another contact already.");
    return { personId: chat.personId, contactId: contact.id };
  });
  poke(workspaceId, { people: [personId], contacts: [contactId] });
  return { userId };
}

type Tie = { personId: string; contactId: string; linkedBy: "agent" | "signed" };

/** Links a person who is linked to nobody for good; events kept on them move along. Says whether they are linked so now. */
async function tie(on: Runner, workspaceId: string, { personId, contactId, linkedBy }: Tie): Promise<boolean> {
  const tied = await on.$queryRaw<unknown[]>`
    update person set contact_id = ${contactId}::uuid, linked_by = ${linkedBy}::linked_by
    where workspace_id = ${workspaceId}::uuid and id = ${personId}::uuid
      and (linked_by is null or linked_by in ('phone', 'event') or contact_id = ${contactId}::uuid)
      and (${linkedBy} = 'signed' or contact_id is null or contact_id = ${contactId}::uuid)
    returning id`;
  if (tied.length === 0) return false;
  await on.$executeRaw`
    update event set contact_id = ${contactId}::uuid
    where workspace_id = ${workspaceId}::uuid and person_id = ${personId}::uuid and contact_id is distinct from ${contactId}::uuid`;
  return true;
}
