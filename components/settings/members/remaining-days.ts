import type { Translator } from "@/lib/messages";

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** "valid for 7 days", "valid for 5 h", "expired". */
export function remainingDays(t: Translator<"settings.invitations">, until: Date, now: Date): string {
  const leftMs = until.getTime() - now.getTime();
  if (leftMs <= 0) return t("expired");
  if (leftMs < hourMs) return t("lastHour");
  // Rounded, so that a new invitation still has seven days a second later.
  const days = Math.round(leftMs / dayMs);
  return days < 2 ? t("hoursLeft", { hours: Math.round(leftMs / hourMs) }) : t("daysLeft", { days });
}
