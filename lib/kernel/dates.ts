// How times are written. Making a format costs far more than using it, and a timeline has many: each is made once a time zone.

const styles = {
  /** "10:42" */
  clock: { hour: "2-digit", minute: "2-digit" },
  /** "10:42:05" */
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  /** "9 Nov" */
  day: { day: "numeric", month: "short" },
  /** "9 Nov 2024" */
  dayAndYear: { day: "numeric", month: "short", year: "numeric" },
  /** "9 November" */
  longDay: { day: "numeric", month: "long" },
  /** "9 November 2024" */
  longDate: { day: "numeric", month: "long", year: "numeric" },
  /** "Monday" */
  weekday: { weekday: "long" },
  /** "Saturday 9 November 2024 at 10:42:05" */
  exact: { dateStyle: "full", timeStyle: "medium" },
  /** The same with the name of the time zone. */
  exactWithZone: { dateStyle: "full", timeStyle: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(style: string, options: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${style} ${timeZone ?? ""}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(style === "key" ? "en-CA" : "en-GB", { ...options, ...(timeZone && { timeZone }) });
  formats.set(key, made);
  return made;
}

/** A time in one of the styles above; in the time zone of the machine unless another is given. */
export const formatTime = (style: keyof typeof styles, at: Date | number, timeZone?: string): string =>
  formatOf(style, styles[style], timeZone).format(at);

const dayKeyParts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;

/** The calendar day of a time, as `2026-03-01`. */
export const dayKey = (at: Date | number, timeZone: string): string => formatOf("key", dayKeyParts, timeZone).format(at);
