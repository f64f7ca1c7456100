import { z } from "zod";
import type { Runner } from "@/lib/platform/db";
import { rows } from "@/lib/platform/db/rows";

/** How WhatsApp names a sender: by the phone, by its own ids, or by both. One of phone and `channelUserId` is there. */
export type WhatsAppIds = {
  phone?: string | undefined;
  /** The id that stands for the user in one business portfolio. */
  channelUserId?: string | undefined;
  /** The id over all portfolios of a business. */
  parentUserId?: string | undefined;
};

type Identity =
  | ({ channel: "whatsapp"; username?: string | undefined } & WhatsAppIds)
  /**
   * `userId` only when the website signed it; `typedPhone` and `email` are what the visitor typed; `network` is a digest of where they
   * write from.
   */
  | {
      channel: "website";
      visitorId: string;
      userId?: string | undefined;
      typedPhone?: string | undefined;
      network?: string | undefined;
    };

/** The sender of a message, as the channel knows them. */
export type Sender = Identity & { name?: string | undefined; email?: string | undefined };

export const Person = z.strictObject({
  id: z.uuid(),
  phone: z.string().nullable(),
  channelUserId: z.string().nullable(),
  name: z.string().nullable(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  typedPhone: z.string().nullable(),
  contactUserId: z.string().nullable(),
  isBlocked: z.boolean(),
  /** The parent id of the sender is not known to be this person's. */
  isParentNew: z.boolean(),
  /** Found by an earlier phone or id, under which a message of that time arrived late. */
  isLate: z.boolean(),
});
export type Person = z.output<typeof Person>;

/** What identifies a sender or is saved with them; `typedPhone` and `username` identify nobody. */
export const identityOf = (sender: Sender) =>
  sender.channel === "whatsapp"
    ? {
        phone: sender.phone ?? null,
        channelUserId: sender.channelUserId ?? null,
        parentUserId: sender.parentUserId ?? null,
        username: sender.username ?? null,
        visitorId: null,
        typedPhone: null,
      }
    : {
        ...{ phone: null, channelUserId: null, parentUserId: null, username: null },
        visitorId: sender.visitorId,
        typedPhone: sender.typedPhone ?? null,
      };

/**
 * The person behind a sender of a message that was sent at this time. The channel's own ids come before the phone, because a
 * number may get a new owner; for the same reason an earlier phone or id counts for messages from before its end only.
 */
export async function findPerson(on: Runner, workspaceId: string, sender: Sender, at: Date): Promise<Person | undefined> {
  const { phone, channelUserId, parentUserId, visitorId } = identityOf(sender);
  const [found] = await rows(on, Person)`
    select p.id, p.phone, p.channel_user_id as "channelUserId", p.name, p.username, p.email, p.typed_phone as "typedPhone",
      c.user_id as "contactUserId", p.blocked_at is not null as "isBlocked",
      ${parentUserId}::text is not null and not exists (
        select from person_identity i
        where i.workspace_id = ${workspaceId}::uuid and i.channel = 'whatsapp' and i.kind = 'parent_user_id'
          and i.value = ${parentUserId}::text and i.person_id = p.id and i.superseded_at is null
      ) as "isParentNew",
      f.rank > 3 as "isLate"
    from (
      select id, 1 as rank from person where workspace_id = ${workspaceId}::uuid and channel_user_id = ${channelUserId}::text
      union all select person_id, 2 from person_identity
        where workspace_id = ${workspaceId}::uuid and channel = 'whatsapp' and kind = 'parent_user_id' and value = ${parentUserId}::text
          and superseded_at is null
      union all select id, 3 from person where workspace_id = ${workspaceId}::uuid and phone = ${phone}::text
      union all select id, 3 from person where workspace_id = ${workspaceId}::uuid and visitor_id = ${visitorId}::text
      union all select person_id, case kind when 'user_id' then 4 when 'parent_user_id' then 5 else 6 end from person_identity
        where workspace_id = ${workspaceId}::uuid and channel = 'whatsapp' and superseded_at >= ${at}::timestamptz
          and (kind = 'user_id' and value = ${channelUserId}::text or kind = 'parent_user_id' and value = ${parentUserId}::text
            or kind = 'phone' and value = ${phone}::text)
    ) f
    join person p on p.workspace_id = ${workspaceId}::uuid and p.id = f.id
    left join contact c on c.workspace_id = p.workspace_id and c.id = p.contact_id
    order by f.rank limit 1`;
  return found;
}

/** Whether a message carries details about its sender that are not saved yet. */
export function hasNewDetails(known: Person, sender: Sender): boolean {
  const { phone, channelUserId, username, typedPhone } = identityOf(sender);
  const differs = (sent: string | null | undefined, saved: string | null) => sent !== undefined && sent !== null && sent !== saved;
  const isNamedAnew = !known.isLate && (differs(phone, known.phone) || differs(channelUserId, known.channelUserId) || known.isParentNew);
  return (
    isNamedAnew ||
    differs(sender.name, known.name) ||
    differs(username, known.username) ||
    differs(sender.email, known.email) ||
    differs(typedPhone, known.typedPhone) ||
    (sender.channel === "website" && differs(sender.userId, known.contactUserId))
  );
}
