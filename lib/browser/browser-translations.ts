import { createTranslator, type Locale, type Messages } from "next-intl";

type Spoken = { locale: Locale; messages: Messages };

let spoken: Spoken | undefined;

/** Said once, by what gives the components their texts. */
export function speak(language: Spoken): void {
  spoken = language;
}

/** For what is said outside of components, in the browser, where one language holds for the whole page. */
export function browserTranslations(namespace: "client") {
  if (!spoken) throw new Error("browserTranslations needs speak() before it.");
  return createTranslator({ ...spoken, namespace });
}
