"use client";

import { LoadedRootError } from "@/components/shell/loaded-error";
import "./globals.css";

/** Replaces the whole document when the root layout itself fails. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Beside</title>
        <main className="grid min-h-dvh place-items-center p-4">
          <LoadedRootError error={error} onRetry={retry} />
        </main>
      </body>
    </html>
  );
}
