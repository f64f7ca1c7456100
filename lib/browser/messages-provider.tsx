"use client";

import { type Messages, NextIntlClientProvider } from "next-intl";
import { createContext, type ReactNode, use, useMemo } from "react";
import type { Locale } from "@/lib/kernel/locale";
import { merge, type Texts } from "@/lib/messages/pick";
import { setLanguage } from "./browser-translations";

const Outer = createContext<Texts>({});

/** The texts that a layout needs, beside those of the layouts around it. */
export function MessagesProvider({ locale, messages, children }: { locale: Locale; messages: Texts; children: ReactNode }) {
  const outer = use(Outer);
  const all = useMemo(() => merge(outer, messages), [outer, messages]);
  // Layouts send the groups that their screens use, which tests/messages checks: to those the part is the whole.
  const language = { locale, messages: all as Messages };
  if (typeof window !== "undefined") setLanguage(language);
  return (
    <Outer value={all}>
      <NextIntlClientProvider {...language} timeZone="UTC">
        {children}
      </NextIntlClientProvider>
    </Outer>
  );
}
