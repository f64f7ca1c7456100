"use client";

import { useTranslations } from "next-intl";
import { exactText, relativeText } from "./relative";
import { useNow } from "./use-now";

type RelativeTimeProps = { at: string; ago?: boolean; className?: string };

/**
 * "2 min", updated as time passes. The server's value stays until the browser replaces the element with one for its own
 * clock and time zone, so that nothing flashes and no wrong text remains.
 */
export function RelativeTime({ at, ago = false, className }: RelativeTimeProps) {
  const t = useTranslations("ui.time");
  const now = useNow();
  const date = new Date(at);
  return (
    <time key={now === null ? "guess" : "live"} dateTime={at} title={exactText(date)} className={className} suppressHydrationWarning>
      {relativeText(t, date, new Date(now ?? Date.now()), { ago })}
    </time>
  );
}
