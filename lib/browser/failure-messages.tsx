"use client";

import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import failures from "@/lib/messages/failures.json";
import { useShownLocale } from "./shown-locale";

/** The texts of an error page, in every language: what failed may be the loading of texts. */
export function FailureMessages({ children }: { children: ReactNode }) {
  const locale = useShownLocale();
  return (
    <NextIntlClientProvider locale={locale} messages={failures[locale] ?? {}} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
