"use client";

import { ErrorNotice } from "@/components/shell/error-notice";
import { digestOf } from "@/lib/browser/digest";
import { MessagesProvider } from "@/lib/browser/messages-provider";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <MessagesProvider>
        <ErrorNotice digest={digestOf(error)} onRetry={retry} />
      </MessagesProvider>
    </main>
  );
}
