import type { Unit } from "@/lib/desk/overview/shared/buckets";
import type { Format } from "@/lib/desk/overview/shared/table";
import { dayKey, formatDayAndClock, formatTime, type Reader } from "@/lib/kernel/dates";
import type { Translator } from "@/lib/messages";

/** "42 s", "5 min", "1 h 12 min", "3 days": as exact as its size calls for. */
export function durationText(t: Translator<"overview">, exact: number | null): string {
  if (exact === null) return t("none");
  const seconds = Math.round(exact);
  if (seconds < 60) return t("duration.seconds", { seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t("duration.minutes", { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours >= 24) return t("duration.days", { days: Math.round(hours / 24) });
  return minutes % 60 === 0 ? t("duration.hours", { hours }) : t("duration.hoursAndMinutes", { hours, minutes: minutes % 60 });
}

/** "820 ms", "1.2 s" */
export function tookText(t: Translator<"overview">, exact: number | null): string {
  if (exact === null) return t("none");
  const milliseconds = Math.round(exact);
  return milliseconds < 1000
    ? t("duration.milliseconds", { milliseconds })
    : t("duration.seconds", { seconds: Math.round(milliseconds / 100) / 10 });
}

export type Labels = {
  /** For the axis: the hour, or the day where one begins. */
  short: string[];
  /** For tables and the line below a chart. */
  full: string[];
};

/** The names of the buckets on the reader's clock. The second of two equal hours, when the clocks go back, says so. */
export function labelsOf(
  t: Translator<"overview">,
  { buckets, unit, reader }: { buckets: readonly string[]; unit: Unit; reader: Reader },
): Labels {
  const starts = buckets.map((start) => new Date(start));
  if (unit === "day") {
    const days = starts.map((start) => formatTime("day", start, reader));
    return { short: days, full: days };
  }
  const hasSeveralDays = new Set(starts.map((start) => dayKey(start, reader.timeZone))).size > 1;
  const clocks = starts.map((start) => formatTime("clock", start, reader));
  const full = starts.map((start, index) => {
    const label = hasSeveralDays ? formatDayAndClock(start, reader) : (clocks[index] ?? "");
    return index > 0 && clocks[index - 1] === clocks[index] ? t("again", { time: label }) : label;
  });
  const short = starts.map((start, index) =>
    hasSeveralDays && clocks[index] === "00:00" ? formatTime("day", start, reader) : (clocks[index] ?? ""),
  );
  return { short, full };
}

/** How the tables of the page write values. */
export const formatFor = (t: Translator<"overview">, { started, labels }: { started: number; labels: Labels }): Format => ({
  started,
  startOf: (bucket) => labels.full[bucket] ?? "",
  count: (count) => t("value", { count }),
  atLeast: (count) => t("atLeast", { count }),
  seconds: (seconds) => durationText(t, seconds),
  milliseconds: (milliseconds) => tookText(t, milliseconds),
  titled: (name) => name,
});
