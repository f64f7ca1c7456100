"use client";

import { formatTime } from "@/lib/kernel/dates";
import { useReader } from "./use-reader";

/** Day and time to the second in the reader's time zone, for comparison with a server's log. */
export function Moment({ at, className }: { at: string; className?: string }) {
  const reader = useReader();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatTime("exactWithZone", date, reader)} className={className}>
      {formatTime("day", date, reader)}, {formatTime("seconds", date, reader)}
    </time>
  );
}
