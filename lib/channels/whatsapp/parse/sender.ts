import { z } from "zod";
import { storableText } from "@/lib/kernel/storable";
import { parsePhone } from "@/lib/people/shared/phone";
import { Code, Part, Words } from "./fields";

/** Names of a message's sender. `phone` may be missing for people with a username; `channelUserId` is missing in what was sent before 2026. */
type WhatsAppSender = {
  channel: "whatsapp";
  phone?: string;
  channelUserId?: string;
  parentUserId?: string;
  username?: string;
  name?: string;
};

const maxNameLength = 200;
const maxIdLength = 140;

export const Contact = z.object({
  wa_id: Code,
  user_id: Code,
  parent_user_id: Code,
  profile: Part({ name: Words, username: Words }),
});
export type Contact = z.output<typeof Contact>;

/** The fields of a message, of an echo, or of a change of number, by which its person is known. */
export type Names = { phone?: string | undefined; userId?: string | undefined; parentUserId?: string | undefined };

/**
 * The contact of a message, among those of its webhook. Meta may write one number in two ways (with and without Brazil's ninth
 * digit), so the only contact belongs to the only sender of a webhook even if its number differs.
 */
export function contactFor(names: Names, { contacts, isOnlySender }: { contacts: readonly Contact[]; isOnlySender: boolean }) {
  const byUserId = contacts.find(({ user_id }) => user_id !== undefined && user_id === names.userId);
  const byPhone = contacts.find(
    (contact) => contact.wa_id !== undefined && contact.wa_id === names.phone && !isSomebodyElse(names, contact),
  );
  const [only, ...others] = contacts;
  const isOnly = isOnlySender && others.length === 0 && !isSomebodyElse(names, only);
  return byUserId ?? byPhone ?? (isOnly ? only : undefined);
}

const isSomebodyElse = ({ userId }: Names, contact: Contact | undefined): boolean =>
  userId !== undefined && contact?.user_id !== undefined && contact.user_id !== userId;

/** Returns the sender of a message; undefined when nothing in it names anybody. */
export function senderOf(names: Names, contact: Contact | undefined): WhatsAppSender | undefined {
  const phone = phoneOf(names.phone) ?? phoneOf(contact?.wa_id);
  const channelUserId = idOf(names.userId) ?? idOf(contact?.user_id);
  if (phone === undefined && channelUserId === undefined) return undefined;
  const parentUserId = idOf(names.parentUserId) ?? idOf(contact?.parent_user_id);
  const name = clipped(contact?.profile?.name);
  const username = clipped(contact?.profile?.username);
  return {
    channel: "whatsapp",
    ...(phone !== undefined && { phone }),
    ...(channelUserId !== undefined && { channelUserId }),
    ...(parentUserId !== undefined && { parentUserId }),
    ...(username !== undefined && { username }),
    ...(name !== undefined && { name }),
  };
}

/** Messages with the same key are processed in order. */
export const orderKeyOf = ({ phone, userId }: Names, contact?: Contact): string =>
  userId ?? contact?.user_id ?? phone ?? contact?.wa_id ?? "unknown";

/** The digits of a phone; undefined for what is none. */
export function phoneOf(text: string | undefined): string | undefined {
  const phone = text === undefined ? undefined : parsePhone(text);
  return phone?.ok ? phone.digits : undefined;
}

export const idOf = (text: string | undefined): string | undefined =>
  text !== undefined && text.length <= maxIdLength && /^[\w.:@-]+$/.test(text) ? text : undefined;

const clipped = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : [...storableText(text)].slice(0, maxNameLength).join("");
