import type { Messages } from "next-intl";
import type { Locale } from "@/lib/kernel/locale";

/** The texts in each language, read when they are first needed. */
const catalogues: Record<Locale, () => Promise<{ default: Messages }>> = {
  en: () => import("./en.json"),
  de: () => import("./de.json"),
  es: () => import("./es.json"),
  pt: () => import("./pt.json"),
};

export const catalogueOf = async (locale: Locale): Promise<Messages> => (await catalogues[locale]()).default;
