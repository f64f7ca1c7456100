import { dayMs, hourMs, minuteMs } from "@/lib/kernel/durations";
import type { Translator } from "@/lib/messages";

/** "12 min later", of the time between a problem and what ended it. Clocks of two servers may differ: never less than "seconds later". */
export function laterText(t: Translator<"chat.timeline">, from: string, to: string): string {
  const passedMs = Date.parse(to) - Date.parse(from);
  if (passedMs < minuteMs) return t("later.seconds");
  if (passedMs < hourMs) return t("later.minutes", { count: Math.floor(passedMs / minuteMs) });
  if (passedMs < dayMs) return t("later.hours", { count: Math.floor(passedMs / hourMs) });
  return t("later.days", { count: Math.floor(passedMs / dayMs) });
}
