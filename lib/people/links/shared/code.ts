/** Digits and letters that are not mistaken for each other when they are read out. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** What is kept in the place of a message that held nothing but a code. */
export const usedCodeText = "Used a link code.";

/** Writes 50 random bits as a code: each byte gives one of 32 characters. */
export function codeFrom(bytes: Uint8Array): string {
  const characters = [...bytes.subarray(0, 10)].map((byte) => alphabet[byte % alphabet.length]).join("");
  return `BS-${characters.slice(0, 5)}-${characters.slice(5)}`;
}

// As people and their phones write it: any case, any dash, and letters for the digits that look like them.
const written = /(?<![A-Za-z0-9])BS ?[-\u2010-\u2015] ?([0-9A-TV-Z]{5}) ?[-\u2010-\u2015] ?([0-9A-TV-Z]{5})(?![A-Za-z0-9])/i;
const digitFor: Record<string, string> = { O: "0", I: "1", L: "1" };

const normalized = (part: string) => part.toUpperCase().replaceAll(/[OIL]/g, (letter) => digitFor[letter] ?? letter);

/** The first code in a text, and the text without it. */
export function codeIn(text: string): { code: string; rest: string } | undefined {
  const found = written.exec(text);
  if (!found) return undefined;
  const [whole, first = "", second = ""] = found;
  const parts = [text.slice(0, found.index), text.slice(found.index + whole.length)].map((part) => part.trim());
  return { code: `BS-${normalized(first)}-${normalized(second)}`, rest: parts.filter((part) => part !== "").join(" ") };
}

/** Opens a chat with the workspace's WhatsApp number, the code typed in; null without a number. */
export function whatsappUrl(displayPhone: string | null, code: string): string | null {
  const digits = displayPhone?.replaceAll(/\D/g, "");
  return digits ? `https://wa.me/${digits}?text=${encodeURIComponent(code)}` : null;
}
