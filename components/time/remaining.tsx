"use client";

import { useTranslations } from "next-intl";
import { minuteMs } from "@/lib/kernel/durations";
import type { Translator } from "@/lib/messages";
import { useNow } from "./use-now";

/** "24 h", "21 h 14 min", "14 min": rounded to minutes, because the page's clock lags a few seconds; at least one minute. */
function remainingText(t: Translator<"ui.time">, leftMs: number): string {
  const minutes = Math.max(1, Math.round(leftMs / minuteMs));
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return t("minutes", { minutes });
  return rest > 0 ? t("hoursAndMinutes", { hours, minutes: rest }) : t("hours", { hours });
}

/** A countdown. The server render shows the server's value until hydration, as RelativeTime does. */
export function Remaining({ until }: { until: string }) {
  const t = useTranslations("ui.time");
  const now = useNow();
  return (
    <time key={now === null ? "guess" : "live"} dateTime={until} suppressHydrationWarning>
      {remainingText(t, Date.parse(until) - (now ?? Date.now()))}
    </time>
  );
}
