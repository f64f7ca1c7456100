import type { Locale } from "./locale";
import { formatNumber } from "./numbers";

// The units of time in milliseconds. What lasts so long has a name of its own where it belongs.
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

type Options = {
  /** Down for time that has passed, up for time to wait. */
  round?: (count: number) => number;
  /** Only the largest unit. */
  isShort?: boolean;
};

/** "20 s", "5 min", "1 h 10 min", and from two days on "3 days". The symbols are the same in all languages, unlike those of Intl. */
export function durationText(durationMs: number, locale: Locale, { round = Math.round, isShort = false }: Options = {}): string {
  const seconds = round(durationMs / 1000);
  if (seconds < 60) return `${formatNumber(seconds, locale)} s`;
  const minutes = round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes >= 48 * 60) return formatNumber(round(minutes / (24 * 60)), locale, 0, "day");
  const [hours, rest] = isShort ? [round(minutes / 60), 0] : [Math.floor(minutes / 60), minutes % 60];
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** How long something has lasted: whole units, at least a second. */
export const elapsedText = (passedMs: number, locale: Locale, isShort = false): string =>
  durationText(Math.max(1000, passedMs), locale, { round: Math.floor, isShort });

/** The time to wait: never over too early. */
export const remainingText = (leftMs: number, locale: Locale): string => durationText(leftMs, locale, { round: Math.ceil });

/** "3.4 ms", "820 ms", "1.2 s", "12 min": how long a call took. */
export function tookText(tookMs: number, locale: Locale): string {
  const tenths = (count: number) => formatNumber(count, locale, count % 1 === 0 ? 0 : 1);
  const milliseconds = Math.round(tookMs * 10) / 10;
  if (milliseconds < 10) return `${tenths(milliseconds)} ms`;
  if (Math.round(tookMs) < 1000) return `${Math.round(tookMs)} ms`;
  const seconds = Math.round(tookMs / 100) / 10;
  return seconds < 60 ? `${tenths(seconds)} s` : durationText(tookMs, locale, { isShort: true });
}
