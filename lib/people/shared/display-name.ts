import type { Translator } from "@/lib/messages";

export type NamedPerson = {
  contactName?: string | null | undefined;
  name: string | null;
  phone: string | null;
  /** What a WhatsApp user called themselves. */
  username?: string | null | undefined;
  visitorId: string | null;
};

/** What to call a person: their contact's name, their own, their phone, their username, or the end of the visitor's id. */
export function displayNameOf({ contactName, name, phone, username, visitorId }: NamedPerson): string {
  if (contactName) return contactName;
  if (name) return name;
  if (phone) return `+${phone}`;
  if (username) return `@${username}`;
  return visitorId ? `Visitor ${visitorId.slice(-4)}` : "WhatsApp user";
}

/** What a display name says of somebody who has none: the end of the visitor's id, or that they write on WhatsApp. */
export function unnamedOf(displayName: string): { kind: "visitor"; end: string } | { kind: "whatsapp" } | undefined {
  if (displayName === "WhatsApp user") return { kind: "whatsapp" };
  const [, end] = /^Visitor (\S{1,4})$/u.exec(displayName) ?? [];
  return end === undefined ? undefined : { kind: "visitor", end };
}

/** A display name in the reader's language, for those who have no name of their own. */
export function shownNameOf(t: Translator<"common">, displayName: string): string {
  const unnamed = unnamedOf(displayName);
  if (!unnamed) return displayName;
  return unnamed.kind === "visitor" ? t("visitor", { end: unnamed.end }) : t("whatsappUser");
}
