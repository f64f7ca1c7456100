import type { ButtonInput } from "@/lib/actions/buttons/shared/options";
import type { Locale } from "@/lib/kernel/locale";
import { typedNumber } from "@/lib/kernel/typed-number";

/** The form's values for the button's schema. What is no number for certain stays text and is rejected. */
export const typedValues = (inputs: readonly ButtonInput[], form: FormData, locale: Locale): Record<string, string | number | undefined> =>
  Object.fromEntries(inputs.map((input) => [input.name, typedValue(input, String(form.get(input.name) ?? "").trim(), locale)]));

export function typedValue({ type }: ButtonInput, text: string, locale: Locale): string | number | undefined {
  if (type === "number") return text === "" ? undefined : (typedNumber(text, locale) ?? text);
  return type === "choice" && text === "" ? undefined : text;
}
