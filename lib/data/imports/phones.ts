import { isKnownPhone, maxPhoneText } from "@/lib/people/shared/phone";
import { plainPhone } from "@/lib/people/shared/plain-phone";

/** How many digits a number has within a country, where it is dialled without a zero before it. */
const homeLengths: Readonly<Record<string, readonly number[]>> = {
  "1": [10],
  "30": [10],
  "34": [9],
  "39": [9, 10],
  "45": [8],
  "47": [8],
  "48": [9],
  "51": [9],
  "52": [10],
  "54": [10],
  "55": [10, 11],
  "56": [9],
  "57": [10],
  "91": [10],
  "351": [9],
  "352": [6, 8, 9],
  "353": [9],
  "420": [9],
};

/** What csvkit, pandas and spreadsheets append to the numbers of a column that has gaps. */
const emptyDecimal = /^(\+?\d+)[.,]0$/;
/** Where the zero is part of the number also from abroad. */
const keepsZero = "39";

/**
 * A phone with the calling code of `country` before it, if it has none: "0170 1234567" with 49 is "+49 (0)170 1234567", whose zero in brackets
 * `parsePhone` drops.
 */
export function withCountry(typed: string, country: string | null): string {
  if (typed.length > 2 * maxPhoneText) return typed;
  const text = plainPhone(typed).replace(emptyDecimal, "$1");
  if (country === null || !/^\d/.test(text.replace(/^[\s(]+/, "")) || /^[\s(]*0[\s()]*0/.test(text)) return text;
  if (/^[\s(]*0/.test(text)) return country === keepsZero ? `+${country} ${text}` : `+${country} ${text.replace("0", "(0)")}`;
  return isHome(text.replace(/\D/g, ""), country) ? `+${country} ${text}` : text;
}

/** Whether digits are a number within a country rather than one that begins with another country's code. */
const isHome = (digits: string, country: string): boolean =>
  homeLengths[country]?.includes(digits.length) || (!isKnownPhone(digits) && isKnownPhone(country + digits));
