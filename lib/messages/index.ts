import type { useTranslations } from "next-intl";
import type { Locale } from "@/lib/kernel/locale";
import type en from "./en.json";

// Keys, arguments and tags of every message are checked against the English catalogue.
declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof en;
  }
}

/** A group of texts by its path: `chat.composer`. */
export type Group = NonNullable<Parameters<typeof useTranslations>[0]>;

/** The translator that functions outside of components get: `useTranslations("chat.composer")` gives a `Translator<"chat.composer">`. */
export type Translator<Namespace extends Group = never> = ReturnType<typeof useTranslations<Namespace>>;
