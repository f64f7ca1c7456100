import { z } from "zod";
import { mustBe, Text } from "@/lib/kernel/contract";
import { type ButtonInput, mostCharacters } from "./options";

export type InputValues = Record<string, string | number>;

const given = (otherwise: string) => (issue: { input?: unknown }) => (issue.input === undefined ? "must be given." : otherwise);
const withUnit = (limit: number, unit: string) => (unit ? `${limit} ${unit}` : String(limit));

function ruleOf(input: ButtonInput) {
  switch (input.type) {
    case "text":
      return z
        .string({ error: (issue) => (issue.input === undefined ? "must be given." : mustBe("a string")(issue)) })
        .trim()
        .pipe(Text(input.required ? 1 : 0, input.maxLength ?? mostCharacters));
    case "number": {
      const { min, max, whole, unit } = input;
      return z
        .number({ error: given("must be a number, with a point before decimals, such as 12.50.") })
        .refine((value) => !whole || Number.isInteger(value), { error: "must be a whole number." })
        .refine((value) => min === null || value >= min, { error: `must be at least ${withUnit(min ?? 0, unit)}.` })
        .refine((value) => max === null || value <= max, { error: `must be at most ${withUnit(max ?? 0, unit)}.` });
    }
    case "choice":
      return z.enum(input.choices, { error: given(`must be one of ${input.choices.join(", ")}.`) });
  }
}

/** What an agent may fill in, as the button's inputs say: the dialog and the server check with this one rule. */
export const inputsRule = (inputs: readonly ButtonInput[]) =>
  z
    .strictObject(Object.fromEntries(inputs.map((input) => [input.name, input.required ? ruleOf(input) : ruleOf(input).optional()])), {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `must not have ${String(issue.keys?.[0])}, which this button does not ask for.`
          : mustBe("an object")(issue),
    })
    .transform((values) => filled(values));

/** In the order of the button; what was left empty is left out. */
const filled = (values: Record<string, string | number | undefined>): InputValues =>
  Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value]])));
