"use client";

import { memo } from "react";
import { useTimeZone } from "./use-time-zone";

type Formats = { short: Intl.DateTimeFormat; full: Intl.DateTimeFormat };

// Making a format costs far more than using it, and a timeline has many clocks.
const known = new Map<string, Formats>();
function formatsFor(timeZone: string): Formats {
  const formats = known.get(timeZone) ?? {
    short: new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }),
    full: new Intl.DateTimeFormat("en-GB", { timeZone, dateStyle: "full", timeStyle: "medium" }),
  };
  known.set(timeZone, formats);
  return formats;
}

/** The time of day where the reader is; the whole date when one asks. */
export const Clock = memo(function Clock({ at }: { at: string }) {
  const { short, full } = formatsFor(useTimeZone());
  const date = new Date(at);
  return (
    <time dateTime={at} title={full.format(date)} className="whitespace-nowrap tabular-nums">
      {short.format(date)}
    </time>
  );
});
