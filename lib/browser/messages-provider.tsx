"use client";

import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import messages from "@/lib/messages/en.json";
import { setLanguage } from "./browser-translations";

const language = { locale: "en", messages } as const;
setLanguage(language);

/** Imported here, the catalogue is a script that the browser caches; passed by the layout, it would be part of every document. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  return (
    <NextIntlClientProvider {...language} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
