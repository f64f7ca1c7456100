"use client";

import { useTranslations } from "next-intl";
import { useNow } from "@/components/time/use-now";
import { useTimeZone } from "@/components/time/use-time-zone";
import { dayName } from "./entries";

/** When earlier items load, this line moves up to the new first item. It is no scroll anchor, so the view does not move with it. */
export function DayLine({ day }: { day: string }) {
  const t = useTranslations("chat.days");
  const timeZone = useTimeZone();
  return (
    <li className="mt-3 self-center text-soft text-xs [overflow-anchor:none]">{dayName(t, day, useNow(60_000) ?? Date.now(), timeZone)}</li>
  );
}
