import type { Locale } from "@/lib/kernel/locale";

const list = (words: string) => new Set(words.split(/\s+/));

/** Names, units and terms that are written alike in every language of the desk. */
const everywhere = list(
  "Beside Business Chat Chats chat chats Chatwoot CSV EUR Free Payment failed Pro UTC Webhooks WhatsApp min ms plan pro userId",
);

/** The words of a language that are the same in English. */
const same: Record<Exclude<Locale, "en">, ReadonlySet<string>> = {
  de: list(`Admin Admins Agent Agents Audio Badge Browser Button Buttons Details Format Helpdesks Link Maximum Median Minimum Name Person
    Alt Position Problem Simulator Status System Tag Tags Team Text Token Tool Video Website in optional`),
  es: list("Alt Audio Ctrl Plan byte bytes false no"),
  pt: list("Alt Endpoints Admin Admins Ctrl E-mail Helpdesks Link Shift Status Tag Tags admins byte bytes"),
};

const isAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text);

/** Whether a text may be the same in English: it has no words, or only such. */
export function mayBeSame(words: string, locale: Exclude<Locale, "en">): boolean {
  const found = isAddress(words) ? [] : (words.match(/\p{L}[\p{L}’-]+/gu) ?? []);
  return found.every((word) => everywhere.has(word) || same[locale].has(word));
}
