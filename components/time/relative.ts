import { dayKey, formatTime, type Reader } from "@/lib/kernel/dates";
import { dayMs, elapsedText, minuteMs } from "@/lib/kernel/durations";
import type { Locale } from "@/lib/kernel/locale";
import type { Translator } from "@/lib/messages";

type Options = { now: Date; reader: Reader; locale: Locale; ago?: boolean };

/** "now", "2 min", "3 h" within a day, or with `ago` "just now", "2 min ago"; "9 Nov" and "9 Nov 2024" before that. */
export function relativeText(t: Translator<"ui.time">, at: Date, { now, reader, locale, ago = false }: Options): string {
  const passedMs = now.getTime() - at.getTime();
  if (passedMs < minuteMs) return t(ago ? "justNow" : "now");
  const duration = elapsedText(passedMs, locale, true);
  if (passedMs < dayMs) return ago ? t("ago", { duration }) : duration;
  const [year, thisYear] = [at, now].map((time) => dayKey(time, reader.timeZone).slice(0, 4));
  return formatTime(year === thisYear ? "day" : "dayAndYear", at, reader);
}
