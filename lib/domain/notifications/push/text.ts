import { createTranslator } from "next-intl";
import { localeOf } from "@/lib/kernel/locale";
import { catalogueOf } from "@/lib/messages/catalogues";
import { joined, type News } from "./shared/joined";

type Asked = { locale: string; showsText: boolean };

/** Nobody's request is there to say the language, so the browser said it. */
export async function textOf(news: News, { locale: asked, showsText }: Asked): Promise<{ title: string; body: string }> {
  const locale = localeOf(asked) ?? "en";
  return joined(createTranslator({ locale, messages: await catalogueOf(locale), namespace: "push" }), news, showsText);
}
