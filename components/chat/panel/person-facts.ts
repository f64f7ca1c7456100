import { formatPhone } from "@/components/chat/shared/phone";
import type { Panel } from "@/lib/domain/panel/contract";
import type { Translator } from "@/lib/messages";

export type Fact = { id: string; name: string; value: string; isAttribute: boolean };

const present = (facts: { name: string; value: string | null | undefined }[]): Fact[] =>
  facts.flatMap(({ name, value }) => (value ? [{ id: name, name, value, isAttribute: false }] : []));

const phone = (digits: string | null | undefined) => digits && formatPhone(digits);

/** The contact's data from the customer's backend, or else the channel's. Typed values are labelled as unverified. */
export function factsOf(
  t: Translator<"chat.facts">,
  { contact, person }: Pick<Panel, "contact"> & { person: Omit<Panel["person"], "id"> },
): Fact[] {
  if (!contact) {
    return present([
      { name: t("phone"), value: phone(person.phone) },
      { name: t("username"), value: person.username && `@${person.username}` },
      { name: t("visitor"), value: person.visitorId },
      { name: t("typedEmail"), value: person.email },
      { name: t("typedPhone"), value: phone(person.typedPhone) },
    ]);
  }
  const own = present([
    { name: t("email"), value: contact.email },
    { name: t("phone"), value: phone(contact.phone) },
  ]);
  // An attribute may have the same name as a built-in fact.
  const attributes = Object.entries(contact.attributes).map(([name, value]) => ({
    id: `attribute ${name}`,
    name,
    value: String(value),
    isAttribute: true,
  }));
  return [...own, ...attributes];
}
