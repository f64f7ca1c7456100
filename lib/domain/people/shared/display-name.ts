export type NamedPerson = {
  contactName?: string | null | undefined;
  name: string | null;
  phone: string | null;
  visitorId: string | null;
};

/** What to call a person: their contact's name, their own, their phone, or the end of the visitor's id. */
export function displayNameOf({ contactName, name, phone, visitorId }: NamedPerson): string {
  if (contactName) return contactName;
  if (name) return name;
  if (phone) return `+${phone}`;
  return visitorId ? `Visitor ${visitorId.slice(-4)}` : "WhatsApp user";
}
