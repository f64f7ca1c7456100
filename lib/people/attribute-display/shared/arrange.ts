import type { AttributeDisplay, AttributeFormat } from "@/lib/people/attribute-display/contract";

export type AttributeValue = string | number | boolean;

/** An attribute with how it is shown. */
export type ArrangedAttribute = { key: string; name: string; value: AttributeValue; format: AttributeFormat };

type ArrangedAttributes = {
  /** Above everything else that is known of the contact. */
  pinned: ArrangedAttribute[];
  /** Without a heading (null), and under each heading; those without settings come last. */
  groups: { heading: string | null; attributes: ArrangedAttribute[] }[];
  rest: ArrangedAttribute[];
};

const plain: AttributeFormat = { kind: "text" };

/** A key as words: "renewsOn" and "renews_on" are "renews on", and "customerID" is "customer ID". One with spaces is words already. */
const spacedKey = (key: string): string =>
  / /.test(key)
    ? key
    : key
        .replace(/_|(\p{L}\p{Ll})(?=\p{Lu})/gu, "$1 ")
        .replace(/ \p{Lu}(?!\p{Lu})/gu, (letter) => letter.toLowerCase())
        .trim() || key;

/** What an attribute is called. */
export const nameOf = ({ key, name }: Pick<AttributeDisplay, "key" | "name">): string => name ?? spacedKey(key);

/** Attributes in the order of the settings; the others by the alphabet. An instance of the previous version sends no settings. */
export function arrange(
  attributes: Readonly<Record<string, AttributeValue>>,
  displays: readonly AttributeDisplay[] = [],
): ArrangedAttributes {
  const values = new Map(Object.entries(attributes));
  const shown = displays.flatMap(({ key, name, group, isPinned, format }) => {
    const value = values.get(key);
    return value === undefined ? [] : [{ group, isPinned, attribute: { key, name: nameOf({ key, name }), value, format } }];
  });
  const unpinned = shown.filter(({ isPinned }) => !isPinned);
  const headings = [...new Set(unpinned.map(({ group }) => group))].sort((a, b) => Number(a !== null) - Number(b !== null));
  const known = new Set(shown.map(({ attribute }) => attribute.key));
  return {
    pinned: shown.filter(({ isPinned }) => isPinned).map(({ attribute }) => attribute),
    groups: headings.map((heading) => ({
      heading,
      attributes: unpinned.filter(({ group }) => group === heading).map(({ attribute }) => attribute),
    })),
    rest: [...values]
      .flatMap(([key, value]) => (known.has(key) ? [] : [{ key, name: spacedKey(key), value, format: plain }]))
      .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true })),
  };
}
