"use client";

import { LoadedError } from "@/components/shell/loaded-error";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="grid h-full place-items-center p-4">
      <LoadedError error={error} onRetry={retry} />
    </main>
  );
}
