import { formatTime, type Reader } from "@/lib/kernel/dates";
import { dayMs } from "@/lib/kernel/durations";
import { useReader } from "./settings";

const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** "today", "yesterday", or a date, in the words of the language. */
function describeDay(at: Date, reader: Reader): string {
  const daysAgo = Math.round((midnight(new Date()) - midnight(at)) / dayMs);
  if (daysAgo < 2) return new Intl.RelativeTimeFormat(reader.locale, { numeric: "auto" }).format(-daysAgo, "day");
  return formatTime("dayAndYear", at, reader);
}

export function DayLine({ at }: { at: string }) {
  return <li className="py-1 text-center text-soft text-xs first-letter:uppercase">{describeDay(new Date(at), useReader())}</li>;
}
