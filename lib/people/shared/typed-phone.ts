import { plainPhone } from "./plain-phone";

/** What may stand between the digits of one number. In "+44 (0)7911" the zero is dialled only at home. */
export const betweenDigits = /\(0\)|[ ./()-]/g;

const [minDigits, maxDigits] = [3, 30];

/** A phone, or its beginning, without the zeros of dialling. At home the country is left out: "07911". */
export type TypedPhone = { digits: string; isWithoutCountry: boolean };

/** What was typed as a phone: "+44 (0)7911", "0044 7911" and "07911" are one number. Undefined for any other text. */
export function typedPhone(typed: string): TypedPhone | undefined {
  const written = plainPhone(typed);
  const bare = written.replace(/^\+/, "").replace(betweenDigits, "");
  if (!/^\d+$/.test(bare) || bare.length > maxDigits) return undefined;
  const digits = bare.replace(/^00?/, "");
  if (digits.length < minDigits) return undefined;
  return { digits, isWithoutCountry: !written.startsWith("+") && /^0(?!0)/.test(bare) };
}
