import { dayKey, formatTime, type Reader } from "@/lib/kernel/dates";
import { dayMs, hourMs, minuteMs } from "@/lib/kernel/durations";
import type { Translator } from "@/lib/messages";

type Options = { now: Date; reader: Reader; ago?: boolean };

/** "just now", "2 min", "3 h" within a day; "9 Nov" and "9 Nov 2024" before that. */
export function relativeText(t: Translator<"ui.time">, at: Date, { now, reader, ago = false }: Options): string {
  const passedMs = now.getTime() - at.getTime();
  if (passedMs < minuteMs) return t("justNow");
  if (passedMs < hourMs) return t(ago ? "minutesAgo" : "minutes", { minutes: Math.floor(passedMs / minuteMs) });
  if (passedMs < dayMs) return t(ago ? "hoursAgo" : "hours", { hours: Math.floor(passedMs / hourMs) });
  const [year, thisYear] = [at, now].map((time) => dayKey(time, reader.timeZone).slice(0, 4));
  return formatTime(year === thisYear ? "day" : "dayAndYear", at, reader);
}
