"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import { formatTime } from "@/lib/kernel/dates";
import { useNow } from "./use-now";
import { useReader } from "./use-reader";
import { whenText } from "./when-text";

/**
 * When something was or will be: the time of day today, with the date on other days; the tooltip has it in full. The server knows neither the
 * reader's day nor time zone, so its text may differ until hydration.
 */
export const When = memo(function When({ at, className = "" }: { at: string; className?: string }) {
  const t = useTranslations("ui.time");
  const reader = useReader();
  const now = useNow(60_000);
  const date = new Date(at);
  return (
    <time
      key={now === null ? "guess" : "live"}
      dateTime={at}
      title={formatTime("exact", date, reader)}
      className={`whitespace-nowrap tabular-nums ${className}`}
      suppressHydrationWarning
    >
      {whenText(t, date, { now: now ?? Date.now(), reader })}
    </time>
  );
});
