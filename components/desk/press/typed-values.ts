import type { ButtonInput } from "@/lib/actions/buttons/shared/options";

const plainNumber = /^[+-]?\d+(\.\d+)?$/;

/**
 * The form's values for the button's schema. Only an unambiguous number is converted: "1,000" may be a thousand or one,
 * so it stays text and is rejected.
 */
export const typedValues = (inputs: readonly ButtonInput[], form: FormData): Record<string, string | number | undefined> =>
  Object.fromEntries(inputs.map((input) => [input.name, typedValue(input, String(form.get(input.name) ?? "").trim())]));

export function typedValue({ type }: ButtonInput, text: string): string | number | undefined {
  if (type === "number") return text === "" ? undefined : plainNumber.test(text) ? Number(text) : text;
  return type === "choice" && text === "" ? undefined : text;
}
