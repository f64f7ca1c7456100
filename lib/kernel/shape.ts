/** Checks of data that a browser reads without a schema: from its storage, and from a stream. */

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isText = (value: unknown): value is string => typeof value === "string";

export const isListOf = <T>(value: unknown, isItem: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(isItem);
