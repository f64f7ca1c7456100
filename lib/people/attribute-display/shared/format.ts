import type { Reader } from "@/lib/kernel/dates";
import { codePoints } from "@/lib/kernel/text";
import type { AttributeFormat, Tone } from "@/lib/people/attribute-display/contract";
import type { AttributeValue } from "./arrange";
import { dayOrMomentOf, numberOf } from "./read";

type ShownValue =
  | { kind: "text"; text: string }
  | { kind: "number"; text: string }
  /** `exact` is the time in full. */
  | { kind: "time"; text: string; exact: string; dateTime: string }
  /** `path` is what comes after the host, as it is in the address. */
  | { kind: "link"; href: string; host: string; path: string }
  | { kind: "badge"; text: string; tone: Tone };

/** A value as its format writes it. One that the format cannot write is the text that it is. */
export function shownValue(format: AttributeFormat, value: AttributeValue, reader: Reader): ShownValue {
  return formatted(format, value, reader) ?? { kind: "text", text: String(value) };
}

function formatted(format: AttributeFormat, value: AttributeValue, reader: Reader): ShownValue | undefined {
  switch (format.kind) {
    case "text":
      return undefined;
    case "number":
      return numeric(value, reader, { maximumFractionDigits: maxDecimals });
    case "money":
      return numeric(value, reader, { style: "currency", currency: format.currency, maximumFractionDigits: maxDecimals });
    case "date":
    case "dateTime":
      return time(value, reader, format.kind);
    case "link":
      return link(value);
    case "badge":
      return badge(value, format.tone);
  }
}

/** A number with more decimals would be shown as another one. */
const maxDecimals = 6;
const isExact = (number: number): boolean => Math.abs(Number(number.toFixed(maxDecimals)) - number) <= Math.abs(number) * 1e-9;

const numberFormats = new Map<string, Intl.NumberFormat | undefined>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat | undefined {
  const key = `${locale} ${options.currency ?? ""}`;
  if (!numberFormats.has(key))
    numberFormats.set(
      key,
      made(() => new Intl.NumberFormat(locale, options)),
    );
  return numberFormats.get(key);
}

/** Undefined for a currency or a locale that this browser does not know. */
function made<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function numeric(value: AttributeValue, { locale }: Reader, options: Intl.NumberFormatOptions): ShownValue | undefined {
  const number = numberOf(value);
  if (number === undefined || !isExact(number)) return undefined;
  const text = numberFormat(locale, options)?.format(number);
  return text === undefined ? undefined : { kind: "number", text };
}

const timeStyles = {
  date: { dateStyle: "medium" },
  dateTime: { dateStyle: "medium", timeStyle: "short" },
  fullDate: { dateStyle: "full" },
  full: { dateStyle: "full", timeStyle: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const timeFormats = new Map<string, Intl.DateTimeFormat | undefined>();

function timeText(style: keyof typeof timeStyles, at: number, { locale, timeZone }: Reader): string | undefined {
  const key = `${style} ${locale} ${timeZone}`;
  if (!timeFormats.has(key))
    timeFormats.set(
      key,
      made(() => new Intl.DateTimeFormat(locale, { ...timeStyles[style], timeZone })),
    );
  return timeFormats.get(key)?.format(at);
}

/** A day is the same day everywhere; a moment is a time in the reader's zone. */
function time(value: AttributeValue, reader: Reader, style: "date" | "dateTime"): ShownValue | undefined {
  const found = dayOrMomentOf(value);
  if (!found) return undefined;
  const { at, isDay } = found;
  const zoned = isDay ? { ...reader, timeZone: "UTC" } : reader;
  const text = timeText(isDay ? "date" : style, at, zoned);
  const exact = timeText(isDay ? "fullDate" : "full", at, zoned);
  const iso = new Date(at).toISOString();
  return text === undefined || exact === undefined ? undefined : { kind: "time", text, exact, dateTime: isDay ? iso.slice(0, 10) : iso };
}

/** Without spaces, and without characters that nobody sees and that turn the text around. */
const webAddress = /^https?:\/\/[^\s\p{C}]+$/iu;

/** Only to the web, and without a name before the host, which would look like another host. */
function link(value: AttributeValue): ShownValue | undefined {
  if (typeof value !== "string" || !webAddress.test(value)) return undefined;
  const url = made(() => new URL(value));
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "") return undefined;
  const path = `${url.pathname}${url.search}${url.hash}`;
  return { kind: "link", href: url.href, host: url.host, path: path === "/" ? "" : path };
}

/** A longer one is no badge. */
const maxBadge = 40;

function badge(value: AttributeValue, tone: Tone): ShownValue | undefined {
  const text = String(value);
  return text.trim() === "" || /[\n\r]/.test(text) || codePoints(text) > maxBadge ? undefined : { kind: "badge", text, tone };
}
