"use client";

import { useLocale } from "next-intl";
import { durationText, minuteMs } from "@/lib/kernel/durations";
import { useNow } from "./use-now";

/** A countdown in minutes, because the page's clock lags a few seconds. The server render shows the server's value until hydration, as RelativeTime does. */
export function Remaining({ until }: { until: string }) {
  const locale = useLocale();
  const now = useNow();
  const leftMs = Date.parse(until) - (now ?? Date.now());
  return (
    <time key={now === null ? "guess" : "live"} dateTime={until} suppressHydrationWarning>
      {durationText(Math.max(minuteMs, leftMs), locale)}
    </time>
  );
}
