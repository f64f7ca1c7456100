import { currencyOf } from "@/lib/actions/buttons/shared/currency";
import { checkInputs } from "@/lib/actions/buttons/shared/inputs";
import type { ButtonInput } from "@/lib/actions/buttons/shared/options";
import type { PanelEvent } from "@/lib/desk/panel/contract";
import type { Locale } from "@/lib/kernel/locale";
import { numberToType } from "@/lib/kernel/typed-number";
import { typedValue } from "./typed-values";

type Properties = PanelEvent["properties"];
type NumberInput = Extract<ButtonInput, { type: "number" }>;

const folded = (text: string): string => text.trim().toLowerCase();

// In a field they would vanish, or show the rest of the text in another order.
const misleading = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/**
 * The texts that a problem's properties give to the inputs of a button pressed on it, by input name. A property belongs to the
 * input whose name or label is its key. A value that the input does not allow is left out: nothing is cut or rounded.
 */
export const fillInputs = (inputs: readonly ButtonInput[], properties: Properties, locale: Locale): ReadonlyMap<string, string> =>
  new Map(
    inputs.flatMap((input): [string, string][] => {
      const value = propertyFor(input, properties);
      const text = value === undefined ? undefined : textFor(input, value, locale);
      return text === undefined || !isAllowed(input, text, locale) ? [] : [[input.name, text]];
    }),
  );

/** An exact key comes first. Of several keys that differ only in case, none is meant for certain. */
function propertyFor({ name, label }: ButtonInput, properties: Properties): Properties[string] | undefined {
  const entries = Object.entries(properties);
  for (const wanted of [name, label]) {
    const exact = entries.find(([key]) => key === wanted);
    if (exact) return exact[1];
    const alike = entries.filter(([key]) => folded(key) === folded(wanted));
    if (alike.length > 0) return alike.length === 1 ? alike[0]?.[1] : undefined;
  }
  return undefined;
}

function textFor(input: ButtonInput, value: Properties[string], locale: Locale): string | undefined {
  const text = String(value).trim();
  if (text === "" || misleading.test(text)) return undefined;
  switch (input.type) {
    case "text":
      return text;
    case "number":
      return typeof value === "number" ? numberToType(value, locale) : numberIn(text, input);
    case "choice":
      return input.choices.find((choice) => choice === text) ?? onlyOne(input.choices, text);
  }
}

function onlyOne(choices: readonly string[], text: string): string | undefined {
  const alike = choices.filter((choice) => folded(choice) === folded(text));
  return alike.length === 1 ? alike[0] : undefined;
}

const unitOf = (text: string): string => folded(currencyOf(text) ?? text);
const isCurrency = (text: string): boolean => /^\p{Sc}$/u.test(text) || currencyOf(text) !== undefined;

const amount = /^(\p{Sc}|[A-Z]{3})?\s*([+-]?\d+(?:\.\d+)?)(\s*)(\p{Sc}|%|\p{L}{1,20})?$/u;
/** "1.000" may be a thousand or one. A leading zero says which. */
const isAmbiguous = (digits: string): boolean => /^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(digits);

/** A number keeps 15 digits for certain. */
const isRounded = (digits: string): boolean => digits.replace(/\D/g, "").length > 15;

/** "59.90" of "59.90 EUR": the only number in the text, with nothing but its unit beside it, and not in another unit than the input's. */
function numberIn(text: string, { unit }: NumberInput): string | undefined {
  const [, before = "", digits = "", space = "", after = ""] = amount.exec(text) ?? [];
  if (digits === "" || isAmbiguous(digits) || isRounded(digits) || (before !== "" && after !== "")) return undefined;
  const sent = before || after;
  if (sent === "") return digits;
  if (unit !== "") return unitOf(sent) === unitOf(unit) ? digits : undefined;
  // "INV 2041" and "12ab" are names, "EUR 12", "12€" and "12 pieces" are amounts.
  return isCurrency(sent) || sent === "%" || (sent === after && space !== "") ? digits : undefined;
}

/** Validated as it is when it is sent. */
const isAllowed = (input: ButtonInput, text: string, locale: Locale): boolean =>
  checkInputs([input], { [input.name]: typedValue(input, text, locale) }).ok;
