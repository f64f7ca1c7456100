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

/** Attributes in the order of the settings; the others as they came. An instance of the previous version sends no settings. */
export function arrange(
  attributes: Readonly<Record<string, AttributeValue>>,
  displays: readonly AttributeDisplay[] = [],
): ArrangedAttributes {
  const values = new Map(Object.entries(attributes));
  const shown = displays.flatMap(({ key, name, group, isPinned, format }) => {
    const value = values.get(key);
    return value === undefined ? [] : [{ group, isPinned, attribute: { key, name: name ?? key, value, format } }];
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
    rest: [...values].flatMap(([key, value]) => (known.has(key) ? [] : [{ key, name: key, value, format: plain }])),
  };
}
