import { formatPhone } from "@/components/chat/shared/phone";
import type { Panel } from "@/lib/domain/panel/contract";
import type { Translator } from "@/lib/messages";

export type Fact = { id: string; name: string; value: string };

const present = (facts: { name: string; value: string | null | undefined }[]): Fact[] =>
  facts.flatMap(({ name, value }) => (value ? [{ id: name, name, value }] : []));

const phone = (digits: string | null | undefined) => digits && formatPhone(digits);

/** What the customer's backend sent, or else what the channel knows. What a visitor typed is called that: it proves nothing. */
export function factsOf(t: Translator<"chat.facts">, { contact, person }: Pick<Panel, "contact" | "person">): Fact[] {
  if (!contact) {
    return present([
      { name: t("phone"), value: phone(person.phone) },
      { name: t("visitor"), value: person.visitorId },
      { name: t("typedEmail"), value: person.email },
      { name: t("typedPhone"), value: phone(person.typedPhone) },
    ]);
  }
  const own = present([
    { name: t("email"), value: contact.email },
    { name: t("phone"), value: phone(contact.phone) },
  ]);
  // An attribute may be called like one of our own facts.
  const attributes = Object.entries(contact.attributes).map(([name, value]) => ({ id: `attribute ${name}`, name, value: String(value) }));
  return [...own, ...attributes];
}
