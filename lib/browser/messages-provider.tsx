"use client";

import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import messages from "@/lib/messages/en.json";
import { speak } from "./browser-translations";

const language = { locale: "en", messages } as const;
speak(language);

/** Imported here, the catalogue is a script that the browser keeps; handed down by the layout, it would be part of every document. */
export function MessagesProvider({ children }: { children: ReactNode }) {
  return (
    <NextIntlClientProvider {...language} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}
