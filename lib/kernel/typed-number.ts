import { formatLocales, type Locale } from "./locale";

/** What stands before decimals where the reader lives. */
const decimalSign = (locale: Locale): string => new Intl.NumberFormat(formatLocales[locale]).format(1.5).charAt(1);

/** "1,000" may be a thousand or one. A leading zero says which. */
const maybeGrouped = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/;
const plain = /^[+-]?\d+(?:[.,]\d+)?$/;
const separated = /^[+-]?[1-9]\d{0,2}(?:([.,])\d{3})+(?!\1)[.,]\d+$/;

/**
 * The number that was typed, with a comma or a point before its decimals. Where three digits follow, only the reader's own sign stands
 * before decimals: undefined for the other one, which may separate thousands.
 */
export function typedNumber(text: string, locale: Locale): number | undefined {
  if (separated.test(text)) {
    const [, separator = ""] = separated.exec(text) ?? [];
    return Number(text.replaceAll(separator, "").replace(",", "."));
  }
  if (!plain.test(text) || (maybeGrouped.test(text) && !text.includes(decimalSign(locale)))) return undefined;
  return Number(text.replace(",", "."));
}

/** A number to be typed again: with the reader's sign before decimals, and without separators of thousands. */
export const numberToType = (value: number, locale: Locale): string => String(value).replace(".", decimalSign(locale));
