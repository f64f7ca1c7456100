const symbols: Record<string, string> = { "€": "EUR", $: "USD", "£": "GBP", "¥": "JPY" };
const isCode = (text: string): boolean => Intl.supportedValuesOf("currency").includes(text);

/** The code of a currency that a unit names by its code or its symbol. */
export function currencyOf(unit: string): string | undefined {
  const code = symbols[unit] ?? unit.toUpperCase();
  return isCode(code) ? code : undefined;
}

/** "19.90" in euros: with the decimals of its currency, when it has any and no more than that. */
export function amountText(value: number, unit: string): string {
  const currency = currencyOf(unit);
  if (currency === undefined || Number.isInteger(value)) return String(value);
  const { maximumFractionDigits } = new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions();
  const text = value.toFixed(maximumFractionDigits);
  return Number(text) === value ? text : String(value);
}
