import type { Translator } from "@/lib/messages";

/**
 * What the schemas say of a field, in English, as everybody who calls the API reads it. The general ones come last: the first that fits
 * counts. A sentence that is not here is shown in English.
 */
const english = {
  empty: "must not be empty.",
  given: "must be given.",
  tooShort: "must have at least {min} characters.",
  tooLong: "must have at most {max} characters; you sent {length}.",
  maxLength: "must have at most {max} characters.",
  between: "must have {min} to {max} characters.",
  email: "must look like an address, such as ada@example.com.",
  noSpaces: "must not contain spaces or line breaks.",
  edges: "must not hold control characters, or begin or end with white space.",
  dots: "must not be . or .., which stand for folders in an address.",
  shortcut: "must be 1 to 32 letters, digits, _ or -, such as refund.",
  visitorId: "must be 1 to 64 letters, digits, _ or -.",
  colour: "must be a colour such as #1d4ed8.",
  currency: "must be a currency such as EUR.",
  origin: "must be an origin such as https://shop.example.com, without a path.",
  secure: "must begin with https:// (http:// only for localhost).",
  secureLocal: "must begin with https://; http is only for localhost and 127.0.0.1.",
  origins: "must have at most {max} origins.",
  meta: "must be the digits that {place} shows.",
  chatwootNumber: "must be a number of Chatwoot’s.",
  chatwootSpaces: "must be as Chatwoot shows it, without spaces.",
  chatwoot: "must be as Chatwoot shows it.",
  phone: "must have 7 to 15 digits with the country code, such as +44 7911 123456.",
  phoneLength: "must have 7 to 15 digits with the country code; you sent {length}.",
  phonePlus: "must have one + at the start at most.",
  phoneDigits: "must hold digits only, besides a leading +, spaces, -, ., ( and ).",
  phoneCountry: "must begin with the country code, not with 0: send +44 7911 123456 instead of 07911 123456.",
  identifier: "must be 1 to 64 small letters, digits, _, - or ., beginning with a letter, such as retry_payment.",
  ping: "must not be ping, which is reserved for checking your server.",
  inputName: "must be 1 to 40 letters, digits or _, beginning with a letter, such as amount.",
  otherName: "must be another one than that of the other inputs.",
  notThis: "must not be {name}. Choose another name.",
  oneValue: "must have at least one value.",
  maxValues: "must have at most {max} values.",
  sameValue: "must not have the same value twice.",
  maxNames: "must have at most {max} names.",
  twice: "must not be there twice.",
  oneRole: "must name at least one role.",
  number: "must be a number, with a point before decimals, such as 12.50.",
  whole: "must be a whole number.",
  roomForWhole: "must leave room for a whole number.",
  atLeastSeconds: "must be at least 0 seconds.",
  atMostDay: "must be at most 24 hours (86,400 seconds).",
  notBelow: "must be at least {limit}, which is the least.",
  atLeast: "must be at least {limit}.",
  atMost: "must be at most {limit}.",
  oneOf: "must be one of {choices}.",
} as const;

/** `invalid` is for what zod says by itself, such as “Invalid input”: no continuation of a sentence. */
export type FieldProblem = keyof typeof english | "invalid";

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const patternOf = (template: string): RegExp => new RegExp(`^${escaped(template).replace(/\\\{(\w+)\\\}/g, "(?<$1>.+)")}$`, "s");

/** Compiled with the first problem of the page. */
let patterns: [FieldProblem, RegExp][] | undefined;

/** What is wrong with a field, to go behind its name, in the reader's language. */
export function fieldProblem(t: Translator<"form">, message: string): string {
  patterns ??= (Object.keys(english) as (keyof typeof english)[]).map((name) => [name, patternOf(english[name])]);
  for (const [name, pattern] of patterns) {
    const found = pattern.exec(message);
    // What a sentence takes are texts, and TypeScript cannot tell which of them this one does.
    if (found) return t(`problems.${name}`, { ...found.groups } as never);
  }
  return /^\p{Lu}/u.test(message) ? t("problems.invalid") : message;
}
