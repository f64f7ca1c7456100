"use client";

import { useLocale, useTranslations } from "next-intl";
import { formatTime } from "@/lib/kernel/dates";
import { relativeText } from "./relative";
import { useNow } from "./use-now";
import { useReader } from "./use-reader";

type RelativeTimeProps = { at: string; ago?: boolean; className?: string };

/**
 * "2 min", updated as time passes. The server's value stays until the browser replaces the element with one for its own
 * clock and time zone, so that nothing flashes and no wrong text remains.
 */
export function RelativeTime({ at, ago = false, className }: RelativeTimeProps) {
  const t = useTranslations("ui.time");
  const locale = useLocale();
  const now = useNow();
  const reader = useReader();
  const date = new Date(at);
  return (
    <time
      key={now === null ? "guess" : "live"}
      dateTime={at}
      title={formatTime("exact", date, reader)}
      className={className}
      suppressHydrationWarning
    >
      {relativeText(t, date, { now: new Date(now ?? Date.now()), reader, locale, ago })}
    </time>
  );
}
