import { formatPhone } from "@/components/desk/shared/phone";
import type { Panel } from "@/lib/desk/panel/contract";
import type { Translator } from "@/lib/messages";
import type { AttributeFormat } from "@/lib/people/attribute-display/contract";
import { type ArrangedAttribute, type AttributeValue, arrange } from "@/lib/people/attribute-display/shared/arrange";

export type Fact = {
  id: string;
  name: string;
  /** As it is copied. */
  value: string;
  /** How it is shown, unless that is its text. */
  shown?: { value: AttributeValue; format: AttributeFormat };
};

type FactGroup = { heading: string | null; facts: Fact[] };

/** `own`: always shown. `groups`: the attributes, of which the first are. */
export type Facts = { own: Fact[]; groups: FactGroup[] };

const present = (facts: { name: string; value: string | null | undefined }[]): Fact[] =>
  facts.flatMap(({ name, value }) => (value ? [{ id: name, name, value }] : []));

const phone = (digits: string | null | undefined) => digits && formatPhone(digits);

/** An attribute may have the same name as a built-in fact. */
const attributeFact = ({ key, name, value, format }: ArrangedAttribute): Fact => ({
  id: `attribute ${key}`,
  name,
  value: String(value),
  ...(format.kind !== "text" && { shown: { value, format } }),
});

type Contact = Pick<NonNullable<Panel["contact"]>, "email" | "phone" | "attributes" | "display">;

/** What the customer's backend sent of the contact, as the workspace shows it. */
export function contactFacts(t: Translator<"chat.facts">, contact: Contact): Facts {
  const { pinned, groups, rest } = arrange(contact.attributes, contact.display);
  const own = present([
    { name: t("email"), value: contact.email },
    { name: t("phone"), value: phone(contact.phone) },
  ]);
  const hasHeadings = groups.some(({ heading }) => heading !== null);
  const shown = [
    ...groups.map(({ heading, attributes }) => ({ heading, facts: attributes.map(attributeFact) })),
    { heading: hasHeadings ? t("others") : null, facts: rest.map(attributeFact) },
  ];
  return { own: [...pinned.map(attributeFact), ...own], groups: shown.filter(({ facts }) => facts.length > 0) };
}

/** The contact's data from the customer's backend, or else the channel's. Typed values are labelled as unverified. */
export function factsOf(
  t: Translator<"chat.facts">,
  { contact, person }: Pick<Panel, "contact"> & { person: Omit<Panel["person"], "id"> },
): Facts {
  if (contact) return contactFacts(t, contact);
  const own = present([
    { name: t("phone"), value: phone(person.phone) },
    { name: t("username"), value: person.username && `@${person.username}` },
    { name: t("typedEmail"), value: person.email },
    { name: t("typedPhone"), value: phone(person.typedPhone) },
  ]);
  return { own, groups: [] };
}

/** The first facts of the groups. */
export function firstFacts(groups: readonly FactGroup[], count: number): FactGroup[] {
  let left = count;
  return groups.flatMap((group) => {
    const facts = group.facts.slice(0, left);
    left -= facts.length;
    return facts.length > 0 ? [{ ...group, facts }] : [];
  });
}
