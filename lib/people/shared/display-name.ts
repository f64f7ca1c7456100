import type { Translator } from "@/lib/messages";

export type NamedPerson = {
  contactName?: string | null | undefined;
  name: string | null;
  phone: string | null;
  /** What a WhatsApp user called themselves. */
  username?: string | null | undefined;
  visitorId: string | null;
};

/** What to call a person; an object stands for a name that nobody gave: a visitor with the end of their id, or somebody on WhatsApp. */
export type DisplayName = string | { visitor: string | null };

/** Their contact's name, their own, their phone, or their username. */
export function displayNameOf({ contactName, name, phone, username, visitorId }: NamedPerson): DisplayName {
  if (contactName) return contactName;
  if (name) return name;
  if (phone) return `+${phone}`;
  if (username) return `@${username}`;
  return { visitor: visitorId?.slice(-4) ?? null };
}

/** A display name in the reader's language. */
export function shownNameOf(t: Translator<"common">, displayName: DisplayName): string {
  if (typeof displayName === "string") return displayName;
  return displayName.visitor === null ? t("whatsappUser") : t("visitor", { end: displayName.visitor });
}
