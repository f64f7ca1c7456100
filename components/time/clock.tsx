"use client";

import { memo } from "react";
import { formatTime } from "@/lib/kernel/dates";
import { useReader } from "./use-reader";

/** The time of day in the reader's time zone; the tooltip has the whole date. */
export const Clock = memo(function Clock({ at }: { at: string }) {
  const reader = useReader();
  const date = new Date(at);
  return (
    <time dateTime={at} title={formatTime("exact", date, reader)} className="whitespace-nowrap tabular-nums">
      {formatTime("clock", date, reader)}
    </time>
  );
});
