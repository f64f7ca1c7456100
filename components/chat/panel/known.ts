import { formatPhone } from "@/components/chat/shared/phone";
import type { Panel } from "@/lib/domain/panel/contract";

export type Fact = { id: string; name: string; value: string };

const present = (facts: { name: string; value: string | null | undefined }[]): Fact[] =>
  facts.flatMap(({ name, value }) => (value ? [{ id: name, name, value }] : []));

const phone = (digits: string | null | undefined) => digits && formatPhone(digits);

/** What the customer's backend sent, or else what the channel knows. What a visitor typed is called that: it proves nothing. */
export function factsOf({ contact, person }: Pick<Panel, "contact" | "person">): Fact[] {
  if (!contact) {
    return present([
      { name: "Phone", value: phone(person.phone) },
      { name: "Visitor", value: person.visitorId },
      { name: "E-mail, typed", value: person.email },
      { name: "Phone, typed", value: phone(person.typedPhone) },
    ]);
  }
  const own = present([
    { name: "E-mail", value: contact.email },
    { name: "Phone", value: phone(contact.phone) },
  ]);
  // An attribute may be called like one of our own facts.
  const attributes = Object.entries(contact.attributes).map(([name, value]) => ({ id: `attribute ${name}`, name, value: String(value) }));
  return [...own, ...attributes];
}

/** How it is known that the person in the chat is this contact. */
export const linkedBy: Record<NonNullable<Panel["person"]["linkedBy"]>, string> = {
  phone: "Known by the phone number",
  event: "Known by an event with this phone number",
  agent: "Confirmed by your team",
  signed: "Signed in on your website",
};
