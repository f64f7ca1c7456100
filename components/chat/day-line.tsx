"use client";

import { dayName } from "./entries";
import { useNow } from "./use-now";
import { useTimeZone } from "./use-time-zone";

/** When earlier items come in, this line moves up to the new first one: what is read must not move with it. */
export function DayLine({ day }: { day: string }) {
  const timeZone = useTimeZone();
  return <li className="mt-3 self-center text-soft text-xs [overflow-anchor:none]">{dayName(day, useNow(60_000), timeZone)}</li>;
}
