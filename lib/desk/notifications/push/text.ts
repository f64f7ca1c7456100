import { createTranslator } from "next-intl";
import type { Line } from "@/lib/chats/shared/content";
import { describeLine } from "@/lib/chats/shared/said";
import { localeOf } from "@/lib/kernel/locale";
import { catalogueOf } from "@/lib/messages/catalogues";
import { type DisplayName, shownNameOf } from "@/lib/people/shared/display-name";
import { joined, type News } from "./shared/joined";

type Asked = { locale: string; showsText: boolean };
/** `line` stands for what has no text of its own. */
type Unsaid = Omit<News, "displayName"> & { newest: { line: Line | null }; displayName: DisplayName };

/** Nobody's request is there to say the language, so the browser said it. */
export async function textOf({ newest, displayName, ...news }: Unsaid, { locale: asked, showsText }: Asked) {
  const locale = localeOf(asked) ?? "en";
  const messages = await catalogueOf(locale);
  const said = createTranslator({ locale, messages, namespace: "chat.said" });
  const named = createTranslator({ locale, messages, namespace: "common" });
  const text = newest.line ? describeLine(said, newest.line) : newest.text;
  const shown = { ...news, newest: { ...newest, text }, displayName: shownNameOf(named, displayName) };
  return joined(createTranslator({ locale, messages, namespace: "push" }), shown, showsText);
}
