import { readFileSync } from "node:fs";
import { createTranslator, type Messages, type NamespaceKeys, type NestedKeyOf } from "use-intl/core";

const messages: Messages = JSON.parse(readFileSync("lib/messages/en.json", "utf8"));

/** The translator that a component would pass to a function. */
export const translations = <const Namespace extends NamespaceKeys<Messages, NestedKeyOf<Messages>>>(namespace: Namespace) =>
  createTranslator<Messages, Namespace>({ locale: "en", messages, namespace });
