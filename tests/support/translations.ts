import { readFileSync } from "node:fs";
import { createTranslator, type Messages, type NamespaceKeys, type NestedKeyOf } from "use-intl/core";
import type { Locale } from "@/lib/kernel/locale";

type Namespaces = NamespaceKeys<Messages, NestedKeyOf<Messages>>;

/** The translator that a component would pass to a function. */
export const translations = <const Namespace extends Namespaces>(namespace: Namespace, locale: Locale = "en") => {
  const messages: Messages = JSON.parse(readFileSync(`lib/messages/${locale}.json`, "utf8"));
  return createTranslator<Messages, Namespace>({ locale, messages, namespace });
};
