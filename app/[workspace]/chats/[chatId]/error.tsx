"use client";

import { ErrorNotice } from "@/components/shell/error-notice";
import { digestOf } from "@/lib/browser/digest";

/** The chat list beside it stays usable. */
export default function ChatError({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <div className="grid h-full place-items-center bg-surface">
      <ErrorNotice digest={digestOf(error)} onRetry={retry} />
    </div>
  );
}
