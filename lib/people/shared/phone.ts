import parseNumber, { type PhoneNumber } from "libphonenumber-js/min";
import { type Refusal, refusal } from "@/lib/kernel/errors";
import { codePoints } from "@/lib/kernel/text";
import { plainPhone } from "./plain-phone";

type Phone = { ok: true; digits: string } | { ok: false; reason: Refusal };

/** A number may be surrounded by characters that cannot be seen, but not by a letter. */
export const maxPhoneText = 100;
const [minDigits, maxDigits] = [7, 15];
/** Extensions have few digits; the last group of a number may have as few. */
const extension = /(?:\((\d{1,5})\)|(?:\s-+\s*|-+\s+|\s*\/+\s*)(\d{1,5}))$/;
const closeExtension = /-(\d{1,5})$/;
const homeZero = /^([(+]*\d{1,3}\)?)\(+0\)/;
/** Where the zero is part of the number also from abroad. */
const keepsZero = "39";

const digitsOf = (text: string): string => text.replace(/\D/g, "");
const refused = (reason: Refusal): Phone => ({ ok: false, reason });

/** What the tables of all countries know of a number; undefined for a calling code that they do not know. */
const known = (digits: string): PhoneNumber | undefined => parseNumber(`+${digits}`, { extract: false });
/** Whether digits with a country code are dialled somewhere. */
export const isKnownPhone = (digits: string): boolean => known(digits)?.isValid() ?? false;

/** 7 to 15 digits with the country code, from what people write (contract §2). The reasons complete "phone …". */
export function parsePhone(text: string): Phone {
  if (text.length > 2 * maxPhoneText || codePoints(text) > maxPhoneText)
    return refused(refusal("tooLong", { max: maxPhoneText, length: codePoints(text) }));
  const written = plainPhone(text);
  // What is only digits was read before, or comes from WhatsApp: it is not read again.
  const isRead = /^[1-9]\d*$/.test(written);
  const international = written.replace(/^([\s(]*)0[\s()]*0/, "$1+");
  const reason = shapeRefusal(international);
  if (reason) return refused(reason);
  const digits = isRead ? written : withoutHomePrefix(international.replace(/[^\d+()]/g, ""));
  if (digits.startsWith("0")) return refused(refusal("phoneCountry"));
  if (digits.length < minDigits || digits.length > maxDigits) return refused(refusal("phoneLength", { length: digits.length }));
  return { ok: true, digits };
}

/** Why a text is no number, by the way it is written. */
function shapeRefusal(written: string): Refusal | undefined {
  if (isDecimal(written)) return refusal("phoneDecimal");
  if (/[^\d\s+./()-]/.test(written))
    return parseNumber(written.startsWith("+") ? written : `+${written}`, { extract: false })?.ext
      ? refusal("phoneExtension")
      : refusal("phoneDigits");
  if (!/\d/.test(written)) return refusal("phone");
  if (!/^[\s()]*\+?[^+]*$/.test(written)) return refusal("phonePlus");
  return endsWithExtension(written) ? refusal("phoneExtension") : undefined;
}

/** A number that was stored as one: "49170192691.0". Behind a dot between groups there are more digits, or there is more than one. */
function isDecimal(written: string): boolean {
  const [, before = "", sign, after = ""] = /^(.*)([.,])(\d+)$/.exec(written) ?? [];
  const digits = digitsOf(before);
  if (sign === undefined || digits.length < minDigits) return false;
  if (sign === ",") return !before.includes(",");
  if (after.length === 1) return true;
  if (before.includes(".")) return false;
  // Software writes no spaces; "+33 1 23 45 67.89" is a person's.
  return (after.length === 2 && !/\D/.test(before.slice(1))) || isWhole(digits, digits + after);
}

function endsWithExtension(written: string): boolean {
  const [found, inBrackets, behindHyphen = ""] = extension.exec(written) ?? [];
  if (found !== undefined) {
    const digits = digitsOf(written.slice(0, -found.length));
    return digits.length >= minDigits && (inBrackets !== undefined || isWhole(digits, digits + behindHyphen));
  }
  const [close, more = ""] = closeExtension.exec(written) ?? [];
  const digits = close === undefined ? "" : digitsOf(written.slice(0, -close.length));
  return isKnownPhone(digits) && known(digits + more)?.isPossible() === false;
}

/** Whether digits are a number without those behind them, rather than the first groups of `all`. */
function isWhole(digits: string, all: string): boolean {
  const phone = known(digits);
  if (!phone) return digits.length >= minDigits;
  return phone.isValid() || (phone.isPossible() && known(all)?.isPossible() === false);
}

/** The digits without what is only dialled within the country: the tables know it, and else a zero in brackets is it. */
function withoutHomePrefix(written: string): string {
  const [, code] = homeZero.exec(written) ?? [];
  const mayDrop = code !== undefined && digitsOf(code) !== keepsZero;
  const without = mayDrop ? digitsOf(written.replace(homeZero, "$1")) : undefined;
  return knownDigits(without) ?? knownDigits(digitsOf(written)) ?? without ?? digitsOf(written);
}

/** The digits as they are dialled from everywhere; undefined for a number that the tables do not know. */
function knownDigits(digits: string | undefined): string | undefined {
  const phone = digits === undefined ? undefined : known(digits);
  return phone?.isValid() ? digitsOf(phone.number) : undefined;
}
