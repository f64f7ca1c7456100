import { formatLocales, type Locale } from "./locale";

// How times are written. Making a format costs far more than using it, and a timeline has many: each is made once a reader.

/** The reader of a date: a language tag such as `en-GB`, and a time zone. */
export type Reader = { locale: string; timeZone: string };

export const readerOf = (locale: Locale, timeZone: string): Reader => ({ locale: formatLocales[locale], timeZone });

const styles = {
  /** "10:42" */
  clock: { hour: "2-digit", minute: "2-digit" },
  /** "10:42:05" */
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  /** "9 Nov" */
  day: { day: "numeric", month: "short" },
  /** "9 Nov 2024" */
  dayAndYear: { day: "numeric", month: "short", year: "numeric" },
  /** "9 November 2024" */
  longDate: { day: "numeric", month: "long", year: "numeric" },
  /** "Monday 9 November" */
  weekday: { weekday: "long", day: "numeric", month: "long" },
  /** "Saturday, 9 November 2024" */
  weekdayAndYear: { weekday: "long", day: "numeric", month: "long", year: "numeric" },
  /** "Saturday 9 November 2024 at 10:42:05" */
  exact: { dateStyle: "full", timeStyle: "medium" },
  /** The same with the name of the time zone. */
  exactWithZone: { dateStyle: "full", timeStyle: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(style: string, options: Intl.DateTimeFormatOptions, { locale, timeZone }: Reader): Intl.DateTimeFormat {
  const key = `${style} ${locale} ${timeZone}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(locale, { ...options, timeZone });
  formats.set(key, made);
  return made;
}

/** A time in one of the styles above, as the reader writes times. */
export const formatTime = (style: keyof typeof styles, at: Date | number, reader: Reader): string =>
  formatOf(style, styles[style], reader).format(at);

/** "9 Nov 10:42" */
export const formatDayAndClock = (at: Date | number, reader: Reader, day: "day" | "dayAndYear" = "day"): string =>
  `${formatTime(day, at, reader)} ${formatTime("clock", at, reader)}`;

const dayKeyParts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/** The calendar day of a time, as `2026-03-01`. */
export const dayKey = (at: Date | number, timeZone: string): string =>
  formatOf("key", dayKeyParts, { locale: "en-CA", timeZone }).format(at);
