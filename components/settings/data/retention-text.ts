import type { EventsKeptDays } from "@/lib/domain/retention/contract";
import type { Translator } from "@/lib/messages";

const yearDays = 365;

/** "forever", "for 90 days", "for 1 year". */
export function retentionText(t: Translator<"settings.data">, days: EventsKeptDays): string {
  if (days === null) return t("forever");
  const years = days / yearDays;
  return Number.isInteger(years) ? t("years", { count: years }) : t("days", { count: days });
}
