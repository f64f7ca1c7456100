import { createTranslator, type Locale, type Messages } from "next-intl";
import { joined, type News } from "./shared/joined";

/** Nobody's request is there to say the language, so the browser said it. Loaded when something is pushed. */
const languages: Record<Locale, () => Promise<{ default: Messages }>> = { en: () => import("@/lib/messages/en.json") };

const isKnown = (locale: string): locale is Locale => Object.hasOwn(languages, locale);

type Asked = { locale: string; showsText: boolean };

export async function textOf(news: News, { locale: asked, showsText }: Asked): Promise<{ title: string; body: string }> {
  const locale = isKnown(asked) ? asked : "en";
  const { default: messages } = await languages[locale]();
  return joined(createTranslator({ locale, messages, namespace: "push" }), news, showsText);
}
