/** A catalogue or a part of it. A text is a string, or a list when it was compiled at build time. */
export type Texts = { readonly [key: string]: unknown };

const isGroup = (value: unknown): value is Texts => typeof value === "object" && value !== null && !Array.isArray(value);

/** The groups with these paths (`chat`, `settings.roles`), where they are in the catalogue. */
export function pick(messages: Texts, groups: readonly string[]): Texts {
  return groups.map((path) => groupAt(messages, path.split("."))).reduce(merge, {});
}

function groupAt(messages: Texts, [first = "", ...rest]: string[]): Texts {
  const value = messages[first];
  if (rest.length === 0) return { [first]: value };
  return { [first]: isGroup(value) ? groupAt(value, rest) : {} };
}

/** All texts of both. */
export function merge(one: Texts, other: Texts): Texts {
  const both = Object.entries(other).map(([key, value]) => {
    const known = one[key];
    return [key, isGroup(known) && isGroup(value) ? merge(known, value) : value];
  });
  return { ...one, ...Object.fromEntries(both) };
}
