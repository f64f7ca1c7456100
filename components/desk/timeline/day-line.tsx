"use client";

import { useTranslations } from "next-intl";
import { useNow } from "@/components/time/use-now";
import { useReader } from "@/components/time/use-reader";
import { dayName } from "./entries";

/** Its height is a part of `dayLinePx`. */
export function DayLine({ day }: { day: string }) {
  const t = useTranslations("chat.days");
  const reader = useReader();
  return <p className="h-7 flex-none pt-3 text-center text-soft text-xs">{dayName(t, day, useNow(60_000) ?? Date.now(), reader)}</p>;
}
