"use client";

import { ErrorNotice } from "@/components/shell/error-notice";
import { digestOf } from "@/lib/browser/digest";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <ErrorNotice digest={digestOf(error)} onRetry={retry} />
    </main>
  );
}
