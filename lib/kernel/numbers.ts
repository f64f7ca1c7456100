import { formatLocales, type Locale } from "./locale";

// How numbers are written outside of sentences, whose numbers the catalogue formats. Each format is made once.
const formats = new Map<string, Intl.NumberFormat>();

/** A number with exactly so many decimals, as the reader writes numbers. */
export function formatNumber(value: number, locale: Locale, decimals = 0): string {
  const key = `${locale} ${decimals}`;
  const known = formats.get(key);
  if (known) return known.format(value);
  const made = new Intl.NumberFormat(formatLocales[locale], { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  formats.set(key, made);
  return made.format(value);
}
