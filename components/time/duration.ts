import type { Translator } from "@/lib/messages";

const minuteSeconds = 60;

/** "20 s", "5 min", "1 h 10 min": whole units, rounded up, so that it never ends early. */
export function durationText(t: Translator<"ui.time">, durationMs: number): string {
  const seconds = Math.max(1, Math.ceil(durationMs / 1000));
  if (seconds < minuteSeconds) return t("seconds", { seconds });
  return minutesText(t, Math.ceil(seconds / minuteSeconds));
}

/** The same for time that has passed, rounded down. */
export function elapsedText(t: Translator<"ui.time">, passedMs: number): string {
  const seconds = Math.max(1, Math.floor(passedMs / 1000));
  if (seconds < minuteSeconds) return t("seconds", { seconds });
  return minutesText(t, Math.floor(seconds / minuteSeconds));
}

function minutesText(t: Translator<"ui.time">, minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t("minutes", { minutes });
  return rest > 0 ? t("hoursAndMinutes", { hours, minutes: rest }) : t("hours", { hours });
}

/** "1.2 s", or "12 min" from one minute on: how long something took. */
export function tookText(t: Translator<"ui.time">, tookMs: number): string {
  if (tookMs < 60_000) return t("seconds", { seconds: Math.max(0.1, Math.round(tookMs / 100) / 10) });
  return t("minutes", { minutes: Math.round(tookMs / 60_000) });
}
