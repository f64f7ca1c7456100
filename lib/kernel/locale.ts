/** The languages that the desk speaks; English is what everything falls back to. */
export const locales = ["en", "de", "es", "pt"] as const;
export type Locale = (typeof locales)[number];

/** What each is called by those who speak it. */
export const localeNames: Record<Locale, string> = { en: "English", de: "Deutsch", es: "Español", pt: "Português" };

/** The direction that a language is written in. */
export const directions: Record<Locale, "ltr" | "rtl"> = { en: "ltr", de: "ltr", es: "ltr", pt: "ltr" };

/** In whose way dates and numbers are written. */
export const formatLocales: Record<Locale, string> = { en: "en-GB", de: "de", es: "es", pt: "pt" };

/** The choice of whoever used the desk in this browser last, for the pages before the sign-in. */
export const localeCookie = "beside.locale";

/** Null for no choice: the browser's languages. */
export const localeOf = (value: string | null | undefined): Locale | null => locales.find((locale) => locale === value) ?? null;

/** `de;q=0.8`, without what nobody sends. No two spaces of it stand beside each other, where it would try every way to divide them. */
const range = /^([a-z*]{1,8})(?:-[a-z0-9-]*)?(?:\s*;\s*q=([01](?:\.\d{0,3})?))?$/i;

/** The language that a browser prefers among those of the desk, by its Accept-Language. */
export function acceptedLocale(header: string | null | undefined): Locale {
  const accepted = (header ?? "").split(",", 50).flatMap((part) => {
    const [, language = "", quality = "1"] = range.exec(part.trim()) ?? [];
    const locale = localeOf(language.toLowerCase());
    return locale && Number(quality) > 0 ? [{ locale, quality: Number(quality) }] : [];
  });
  return accepted.sort((a, b) => b.quality - a.quality)[0]?.locale ?? "en";
}
