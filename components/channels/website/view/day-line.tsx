import { dayMs } from "@/lib/kernel/durations";
import { useSettings } from "./settings";

const midnight = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

/** "today", "yesterday", or a date, in the words of the language. */
function describeDay(at: Date, language: string): string {
  const daysAgo = Math.round((midnight(new Date()) - midnight(at)) / dayMs);
  if (daysAgo < 2) return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-daysAgo, "day");
  return new Intl.DateTimeFormat(language, { dateStyle: "medium" }).format(at);
}

export function DayLine({ at }: { at: string }) {
  const { language } = useSettings();
  return <li className="py-1 text-center text-soft text-xs first-letter:uppercase">{describeDay(new Date(at), language)}</li>;
}
