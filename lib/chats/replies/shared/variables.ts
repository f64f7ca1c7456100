/** What a saved reply can say about the person and the agent. Empty text and undefined are both nothing. */
export type Values = {
  name?: string | null | undefined;
  firstName?: string | null | undefined;
  email?: string | null | undefined;
  attributes?: Readonly<Record<string, unknown>> | undefined;
  agentName?: string | null | undefined;
};

/** A variable as it was written: `{{contact.name|there}}`, with what is written when nothing is known. */
type Variable = { source: string; name: string; fallback: string | undefined };
type Part = string | Variable;

// Neither braces nor a line end within, so that a text with many opening braces is read in one pass.
const pattern = /\{\{([^{}|\r\n]*)(?:\|([^{}\r\n]*))?\}\}/g;
const attributePrefix = "contact.attributes.";

/** The names of the variables; `contact.attributes.` is followed by the name of an attribute, such as `plan`. */
export const variableNames = ["contact.name", "contact.firstName", "contact.email", "agent.name"] as const;
export const exampleAttribute = `${attributePrefix}plan`;

export const sourceOf = (name: string): string => `{{${name}}}`;

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: source, 1: name = "", 2: fallback, index } of text.matchAll(pattern)) {
    parts.push(text.slice(end, index), { source, name: name.trim(), fallback: fallback?.trim() });
    end = index + source.length;
  }
  return [...parts, text.slice(end)];
}

const isKnown = (name: string): boolean =>
  variableNames.some((one) => one === name) || (name.startsWith(attributePrefix) && name.length > attributePrefix.length);

const textOf = (value: unknown): string =>
  typeof value === "string" ? value.trim() : typeof value === "number" || typeof value === "boolean" ? String(value) : "";

function valueFor(name: string, { attributes = {}, ...values }: Values): string {
  if (name.startsWith(attributePrefix)) {
    const key = name.slice(attributePrefix.length);
    return Object.hasOwn(attributes, key) ? textOf(attributes[key]) : "";
  }
  switch (name) {
    case "contact.name":
      return textOf(values.name);
    case "contact.firstName":
      return textOf(values.firstName);
    case "contact.email":
      return textOf(values.email);
    case "agent.name":
      return textOf(values.agentName);
    default:
      return "";
  }
}

/**
 * The text of a saved reply with its variables filled in. Only the reply is read for variables: a value that looks like one is text like
 * any other. What is unknown or empty, and has no fallback, stays as it is written.
 */
export const fill = (text: string, values: Values): string =>
  partsOf(text)
    .map((part) => (typeof part === "string" ? part : valueFor(part.name, values) || part.fallback || part.source))
    .join("");

const isVariable = (part: Part): part is Variable => typeof part !== "string";

/** The variables that a text still has, each once: those that nothing is known for, and those that do not exist. */
export function unfilled(text: string): { empty: string[]; unknown: string[] } {
  const variables = partsOf(text).filter(isVariable);
  const sources = (found: Variable[]) => [...new Set(found.map(({ source }) => source))];
  return {
    empty: sources(variables.filter(({ name }) => isKnown(name))),
    unknown: sources(variables.filter(({ name }) => !isKnown(name))),
  };
}
