import type { EventsKeptDays } from "@/lib/domain/retention/contract";

const yearDays = 365;

/** "for good", "for 90 days", "for 1 year". */
export function keptText(days: EventsKeptDays): string {
  if (days === null) return "for good";
  const years = days / yearDays;
  if (!Number.isInteger(years)) return `for ${days} days`;
  return years === 1 ? "for 1 year" : `for ${years} years`;
}
