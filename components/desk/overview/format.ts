import type { Unit } from "@/lib/desk/overview/shared/buckets";
import type { Format } from "@/lib/desk/overview/shared/table";
import { dayKey, formatDayAndClock, formatTime, type Reader } from "@/lib/kernel/dates";
import { durationText, tookText } from "@/lib/kernel/durations";
import type { Locale } from "@/lib/kernel/locale";
import type { Translator } from "@/lib/messages";

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
export const formatFor = (
  t: Translator<"overview">,
  { started, labels, locale }: { started: number; labels: Labels; locale: Locale },
): Format => ({
  started,
  startOf: (bucket) => labels.full[bucket] ?? "",
  count: (count) => t("value", { count }),
  atLeast: (count) => t("atLeast", { count }),
  seconds: (seconds) => (seconds === null ? t("none") : durationText(seconds * 1000, locale)),
  milliseconds: (milliseconds) => (milliseconds === null ? t("none") : tookText(milliseconds, locale)),
  titled: (name) => name,
});
