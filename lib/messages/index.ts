import type { useTranslations } from "next-intl";
import type en from "./en.json";

// Keys, arguments and tags of every message are checked against the catalogue.
declare module "next-intl" {
  interface AppConfig {
    Locale: "en";
    Messages: typeof en;
  }
}

/** The translator that functions outside of components get: `useTranslations("chat.composer")` gives a `Translator<"chat.composer">`. */
export type Translator<Namespace extends NonNullable<Parameters<typeof useTranslations>[0]> = never> = ReturnType<
  typeof useTranslations<Namespace>
>;
