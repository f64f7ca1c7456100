let known: Set<string> | undefined;

/** The codes of all currencies, in alphabetical order. */
export const currencies = (): string[] => Intl.supportedValuesOf("currency");

export function isCurrency(code: string): boolean {
  known ??= new Set(currencies());
  return known.has(code);
}
