const minDigits = 3;

/** The digits of what may be the beginning of a phone, as contacts have them; null for any other text. */
export function digitsOf(text: string): string | null {
  if (!/^[+\d\s\-.()]+$/u.test(text)) return null;
  const digits = text.replace(/\D/g, "").replace(/^00/, "");
  return digits.length >= minDigits ? digits : null;
}
