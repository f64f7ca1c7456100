import { formatLocales, type Locale } from "./locale";

// How numbers are written outside of sentences, whose numbers the catalogue formats. Each format is made once.
const formats = new Map<string, Intl.NumberFormat>();

/** A number with exactly so many decimals, as the reader writes numbers; with `day`, "3 days". */
export function formatNumber(value: number, locale: Locale, decimals = 0, unit?: "day"): string {
  const key = `${locale} ${decimals} ${unit}`;
  const known = formats.get(key);
  if (known) return known.format(value);
  const written = unit && ({ style: "unit", unit, unitDisplay: "long" } as const);
  const made = new Intl.NumberFormat(formatLocales[locale], {
    ...written,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formats.set(key, made);
  return made.format(value);
}
