import { hourMs } from "@/lib/kernel/durations";
import { momentOf, wallTimeOf } from "@/lib/kernel/zoned";

export type ChoiceName = "hour" | "afternoon" | "tomorrow" | "monday";
type Choice = { name: ChoiceName; until: number };

const morningHour = 9;
const afternoonHour = 14;
// Later, the afternoon is hardly further away than an hour.
const lastHourForAfternoon = 12;
const daysAWeek = 7;

/** When a chat can come back, the soonest first, on the clock of the agent. */
export function snoozeChoices(now: number, timeZone: string): Choice[] {
  const today = wallTimeOf(now, timeZone);
  const at = (daysAhead: number, hour: number) => momentOf({ ...today, day: today.day + daysAhead, hour, minute: 0 }, timeZone);
  const weekday = new Date(Date.UTC(today.year, today.month - 1, today.day)).getUTCDay();
  const untilMonday = (1 - weekday + daysAWeek) % daysAWeek || daysAWeek;
  return [
    { name: "hour", until: now + hourMs },
    ...(today.hour <= lastHourForAfternoon ? [{ name: "afternoon" as const, until: at(0, afternoonHour) }] : []),
    { name: "tomorrow", until: at(1, morningHour) },
    ...(untilMonday > 1 ? [{ name: "monday" as const, until: at(untilMonday, morningHour) }] : []),
  ];
}
