"use client";

import { useTranslations } from "next-intl";
import { exactText, relativeText } from "./relative";
import { useNow } from "./use-now";

type RelativeTimeProps = { at: string; ago?: boolean; className?: string };

/**
 * "2 min", and it goes on ticking. The server's guess stands until the browser, whose clock and time zone count,
 * puts its own element in its place; so nothing flashes and nothing stays wrong.
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
