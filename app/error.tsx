"use client";

import { LoadedRootError } from "@/components/shell/loaded-error";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <LoadedRootError error={error} onRetry={retry} />
    </main>
  );
}
