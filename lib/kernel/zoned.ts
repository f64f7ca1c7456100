import { dayMs } from "./durations";

/** A time as a clock on the wall shows it; `month` counts from 1, and a day beyond its month's end is one of the next month. */
type WallTime = { year: number; month: number; day: number; hour: number; minute: number };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = "2-digit";
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    calendar: "iso8601",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
  });
  formats.set(timeZone, made);
  return made;
}

/** What a clock in `timeZone` shows at this moment. */
export function wallTimeOf(at: number, timeZone: string): WallTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  return { year: part("year"), month: part("month"), day: part("day"), hour: part("hour"), minute: part("minute") };
}

/** The wall time as if it were one of UTC, for calculating with it. */
const asUtc = ({ year, month, day, hour, minute }: WallTime): number => Date.UTC(year, month - 1, day, hour, minute);

const minuteOf = (at: number): number => Math.floor(at / 60_000) * 60_000;
const offsetAt = (at: number, timeZone: string): number => asUtc(wallTimeOf(at, timeZone)) - minuteOf(at);

/**
 * The moment at which a clock in `timeZone` shows this time: the first of two when the clocks go back, and as much later as the
 * clocks go forward when they skip it.
 */
export function momentOf(wall: WallTime, timeZone: string): number {
  const utc = asUtc(wall);
  const offsets = [offsetAt(utc - dayMs, timeZone), offsetAt(utc + dayMs, timeZone)];
  const [before = 0] = offsets;
  const real = offsets.find((offset) => offsetAt(utc - offset, timeZone) === offset);
  return utc - (real ?? before);
}

const twoDigits = (number: number): string => String(number).padStart(2, "0");

/** The value of an input for date and time. */
export const toInputValue = ({ year, month, day, hour, minute }: WallTime): string =>
  `${String(year).padStart(4, "0")}-${twoDigits(month)}-${twoDigits(day)}T${twoDigits(hour)}:${twoDigits(minute)}`;

const inputValue = /^(\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d)/;

/** Reads the value of an input for date and time; undefined while it is empty or incomplete. */
export function fromInputValue(value: string): WallTime | undefined {
  const found = inputValue.exec(value);
  if (!found) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = found.slice(1).map(Number);
  return { year, month, day, hour, minute };
}

/** The time with the offset of the zone: `2026-10-25T02:00:00+02:00`, which also says which of two equal hours it is. */
export function zonedIso(at: number, timeZone: string): string {
  const offset = Math.round(offsetAt(at, timeZone) / 60_000);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const local = new Date(at + offset * 60_000).toISOString().slice(0, 19);
  return `${local}${offset < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(minutes)}`;
}

/** The time zone of this name, as we write it; undefined for none that we know. */
export function timeZoneNamed(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
