"use client";

import { useTranslations } from "next-intl";
import { useNow } from "@/components/time/use-now";
import { remainingText } from "./remaining-text";

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
