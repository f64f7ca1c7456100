import { dayMs, minuteMs } from "@/lib/kernel/durations";
import { momentOf, wallTimeOf } from "@/lib/kernel/zoned";

export const units = ["hour", "day"] as const;
export type Unit = (typeof units)[number];

/** With more hours than these, the columns of a chart would be too narrow to be read. */
const maxHourly = 3 * dayMs + 2 * 60 * minuteMs;

/** A month, also one in which the clocks go back. */
export const maxRangeMs = 31 * dayMs + 2 * 60 * minuteMs;

type Range = { from: Date; to: Date; zone: string };

export const unitOf = ({ from, to }: Pick<Range, "from" | "to">): Unit => (to.getTime() - from.getTime() <= maxHourly ? "hour" : "day");

/**
 * When the clock of the zone next shows a full hour, or begins to show another one because it is set forward or back: a day has 23 or 25
 * of them then, and none is counted twice.
 */
const nextHour = (at: number, zone: string): number => at + (60 - wallTimeOf(at, zone).minute) * minuteMs - (at % minuteMs);

/** When the next day begins, which is after midnight where the clocks skip it. */
function nextDay(at: number, zone: string): number {
  const { year, month, day } = wallTimeOf(at, zone);
  return momentOf({ year, month, day: day + 1, hour: 0, minute: 0 }, zone);
}

/** When the hours or days of a range begin, in order: the first one at `from`, whatever the clock shows there. */
export function bucketsOf({ from, to, zone }: Range): Date[] {
  const next = unitOf({ from, to }) === "hour" ? nextHour : nextDay;
  const starts: Date[] = [];
  for (let at = from.getTime(); at < to.getTime(); at = Math.max(next(at, zone), at + minuteMs)) starts.push(new Date(at));
  return starts;
}
