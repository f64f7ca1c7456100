"use client";

import { LoadedError } from "@/components/shell/loaded-error";

/** Beside the navigation of the settings, which leads on to the other pages. */
export default function SettingsError({ error, retry }: { error: unknown; retry: () => void }) {
  return <LoadedError error={error} onRetry={retry} />;
}
