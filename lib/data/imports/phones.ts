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
/** Where the zero is part of the number also from abroad. */
const keepsZero = "39";

/**
 * A phone with the calling code of `country` before it, if it has none: "0170 1234567" with 49 is "49170 1234567". A zero in brackets behind a code
 * is dialled only within the country.
 */
export function withCountry(typed: string, country: string | null): string {
  const text = typed.trim();
  if (!/^\+?[\d\s\-./()]+$/.test(text)) return text;
  const zeroStays = new RegExp(`^(\\+|00)\\s*${keepsZero}`).test(text);
  const without = zeroStays ? text : text.replace("(0)", "");
  if (text.startsWith("+")) return without;
  const bare = without.replace(/\D/g, "");
  if (bare.startsWith("00")) return bare.slice(2);
  if (country === null) return text;
  if (bare.startsWith("0")) return country + (country === keepsZero ? bare : bare.slice(1));
  return homeLengths[country]?.includes(bare.length) ? country + bare : text;
}
