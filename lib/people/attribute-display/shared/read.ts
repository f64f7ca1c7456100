import type { AttributeValue } from "./arrange";

/** Not an id with zeros in front, no exponent, and no more digits than a number holds. */
const decimal = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,6})?$/;
const maxDigits = 15;
const tooGreat = 1e15;

/** The number that a value is; undefined when it is none, or may be another one than it says. */
export function numberOf(value: AttributeValue): number | undefined {
  if (typeof value === "boolean") return undefined;
  if (typeof value === "string" && (!decimal.test(value) || value.replace(/\D/g, "").length > maxDigits)) return undefined;
  const number = Number(value);
  if (!Number.isFinite(number) || Math.abs(number) >= tooGreat) return undefined;
  // Minus zero is zero.
  return number === 0 ? 0 : number;
}

const day = /^[12]\d{3}-\d\d-\d\d$/;
const moment = /^([12]\d{3}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/;

/** Times that backends send as numbers: from 1973 on, in seconds or in milliseconds. */
const seconds = { from: 1e8, to: 1e11 } as const;
const milliseconds = { from: 1e11, to: 1e14 } as const;
const isWithin = (value: number, { from, to }: { from: number; to: number }): boolean => value >= from && value < to;

/** Not the 30th of February, which would become a day of March. */
const isRealDay = (text: string): boolean => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
};

/** A calendar day, or a moment: a time without its zone is none. */
export function dayOrMomentOf(value: AttributeValue): { at: number; isDay: boolean } | undefined {
  if (typeof value === "boolean") return undefined;
  if (typeof value === "number") {
    if (!Number.isInteger(value)) return undefined;
    if (isWithin(value, seconds)) return { at: value * 1000, isDay: false };
    return isWithin(value, milliseconds) ? { at: value, isDay: false } : undefined;
  }
  if (day.test(value)) return isRealDay(value) ? { at: Date.parse(`${value}T00:00:00Z`), isDay: true } : undefined;
  const [, date] = moment.exec(value) ?? [];
  const at = Date.parse(value);
  return date !== undefined && isRealDay(date) && Number.isFinite(at) ? { at, isDay: false } : undefined;
}
