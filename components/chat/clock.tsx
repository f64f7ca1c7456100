"use client";

import { useTimeZone } from "./use-time-zone";

/** The time of day where the reader is; the whole date when one asks. */
export function Clock({ at }: { at: string }) {
  const timeZone = useTimeZone();
  const date = new Date(at);
  return (
    <time
      dateTime={at}
      title={date.toLocaleString("en-GB", { timeZone, dateStyle: "full", timeStyle: "medium" })}
      className="whitespace-nowrap tabular-nums"
    >
      {date.toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" })}
    </time>
  );
}
