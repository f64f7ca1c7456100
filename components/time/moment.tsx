"use client";

import { useTimeZone } from "./use-time-zone";

/** Day and time to the second where the reader is, as one compares it with a server's log. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const timeZone = useTimeZone();
  const date = new Date(at);
  const day = date.toLocaleDateString("en-GB", { timeZone, day: "numeric", month: "short" });
  const time = date.toLocaleTimeString("en-GB", { timeZone });
  return (
    <time dateTime={at} title={date.toLocaleString("en-GB", { timeZone, dateStyle: "full", timeStyle: "long" })} className={className}>
      {day}, {time}
    </time>
  );
}
