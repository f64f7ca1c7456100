"use client";

import { createContext, type ReactNode, use } from "react";
import { acceptedLocale, type Locale, localeOf } from "@/lib/kernel/locale";

const Shown = createContext<Locale | undefined>(undefined);

/** Names the page's language to the error pages, which may be shown where no texts are. */
export const ShownLocale = ({ locale, children }: { locale: Locale; children: ReactNode }) => <Shown value={locale}>{children}</Shown>;

/** The language of the page; without the root layout, what is left of it, or the browser's. */
export function useShownLocale(): Locale {
  const shown = use(Shown);
  if (shown) return shown;
  if (typeof document === "undefined") return "en";
  return localeOf(document.documentElement.lang) ?? acceptedLocale(navigator.languages.join());
}
