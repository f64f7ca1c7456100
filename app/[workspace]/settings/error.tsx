"use client";

import { ErrorNotice } from "@/components/shell/error-notice";
import { digestOf } from "@/lib/browser/digest";

/** Beside the navigation of the settings, which leads on to the other pages. */
export default function SettingsError({ error, retry }: { error: unknown; retry: () => void }) {
  return <ErrorNotice digest={digestOf(error)} onRetry={retry} />;
}
