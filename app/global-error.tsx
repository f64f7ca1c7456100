"use client";

import { LoadedRootError } from "@/components/shell/loaded-error";
import { useShownLocale } from "@/lib/browser/shown-locale";
import { directions } from "@/lib/kernel/locale";
import "./globals.css";

/** Replaces the whole document when the root layout itself fails. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  const locale = useShownLocale();
  return (
    <html lang={locale} dir={directions[locale]}>
      <body>
        <title>Beside</title>
        <main className="grid min-h-dvh place-items-center p-4">
          <LoadedRootError error={error} onRetry={retry} />
        </main>
      </body>
    </html>
  );
}
