import { formatTime } from "@/lib/kernel/dates";
import type { Translator } from "@/lib/messages";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** "just now", "2 min", "3 h" within a day; "9 Nov" and "9 Nov 2024" before that. */
export function relativeText(t: Translator<"ui.time">, at: Date, now: Date, { ago = false }: { ago?: boolean } = {}): string {
  const passedMs = now.getTime() - at.getTime();
  if (passedMs < minuteMs) return t("justNow");
  if (passedMs < hourMs) return t(ago ? "minutesAgo" : "minutes", { minutes: Math.floor(passedMs / minuteMs) });
  if (passedMs < dayMs) return t(ago ? "hoursAgo" : "hours", { hours: Math.floor(passedMs / hourMs) });
  return at.getFullYear() === now.getFullYear() ? formatTime("day", at) : formatTime("dayAndYear", at);
}

/** Date and time in full, to the second. */
export const exactText = (at: Date): string => formatTime("exact", at);
