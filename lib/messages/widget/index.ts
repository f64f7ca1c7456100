import { type Locale, localeOf } from "@/lib/kernel/locale";
import de from "./de.json" with { type: "json" };
import en from "./en.json" with { type: "json" };
import es from "./es.json" with { type: "json" };
import pt from "./pt.json" with { type: "json" };

/**
 * The texts of the chat on customers' websites, in every language that it has. Plain texts with `{name}` for values, so that the
 * frame needs no library for them and gets only the language that it shows.
 */
export type WidgetTexts = typeof en;

export const widgetTexts = { en, de, es, pt } satisfies Record<Locale, WidgetTexts>;

/** The language of a tag such as `pt-BR`, where there are texts in it, or else English. */
export const widgetLanguageOf = (tag: string): Locale => localeOf(tag.toLowerCase().split("-")[0]) ?? "en";
