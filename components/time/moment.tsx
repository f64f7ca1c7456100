"use client";

import { formatTime } from "@/lib/kernel/dates";
import { useTimeZone } from "./use-time-zone";

/** Day and time to the second in the reader's time zone, for comparison with a server's log. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const timeZone = useTimeZone();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatTime("exactWithZone", date, timeZone)} className={className}>
      {formatTime("day", date, timeZone)}, {formatTime("seconds", date, timeZone)}
    </time>
  );
}
