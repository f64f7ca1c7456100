import { dayKey, formatDayAndClock, formatTime, type Reader } from "@/lib/kernel/dates";
import { dayMs } from "@/lib/kernel/durations";
import type { Translator } from "@/lib/messages";

/** The calendar day before one, both as `2026-03-01`. */
export const dayBefore = (day: string): string => new Date(Date.parse(`${day}T12:00:00Z`) - dayMs).toISOString().slice(0, 10);

/** Whether two times read the same. Offsets from UTC are whole minutes, so it does not depend on the time zone. */
export const isSameMinute = (a: string, b: string): boolean => Math.floor(Date.parse(a) / 60_000) === Math.floor(Date.parse(b) / 60_000);

/** "10:43" today, "yesterday 10:43", "tomorrow 09:00", "12 Nov 10:43", and with the year when it is not the current one. */
export function whenText(t: Translator<"ui.time">, at: Date, { now, reader }: { now: number; reader: Reader }): string {
  const { timeZone } = reader;
  const clock = formatTime("clock", at, reader);
  const day = dayKey(at, timeZone);
  const today = dayKey(now, timeZone);
  if (day === today) return clock;
  if (day === dayBefore(today)) return t("yesterdayAt", { clock });
  if (dayBefore(day) === today) return t("tomorrowAt", { clock });
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return formatDayAndClock(at, reader, isThisYear ? "day" : "dayAndYear");
}
