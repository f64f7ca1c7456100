import { createTranslator, type Locale, type Messages } from "next-intl";

type Language = { locale: Locale; messages: Messages };

let current: Language | undefined;

/** Sets the language; called by the provider of the components' messages. */
export function setLanguage(language: Language): void {
  current = language;
}

/** Translations outside of components. In the browser one language applies to the whole page. */
export function browserTranslations<const Namespace extends "chat.said" | "client" | "common" | "refusals">(namespace: Namespace) {
  if (!current) throw new Error("browserTranslations needs setLanguage() before it.");
  return createTranslator({ ...current, namespace });
}
