"use client";

import { ErrorNotice } from "@/components/shell/error-notice";
import { digestOf } from "@/lib/browser/digest";
import { MessagesProvider } from "@/lib/browser/messages-provider";
import "./globals.css";

/** Replaces the whole document when the root layout itself fails. */
export default function GlobalError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Beside</title>
        <main className="grid min-h-dvh place-items-center p-4">
          <MessagesProvider>
            <ErrorNotice digest={digestOf(error)} onRetry={retry} />
          </MessagesProvider>
        </main>
      </body>
    </html>
  );
}
