import { z } from "zod";
import { mustBe, Text } from "@/lib/kernel/contract";
import { type ButtonInput, maxCharacters } from "./options";

export type InputValues = Record<string, string | number>;

const requiredOr = (message: string) => (issue: { input?: unknown }) => (issue.input === undefined ? "must be given." : message);
const withUnit = (limit: number, unit: string) => (unit ? `${limit} ${unit}` : String(limit));

function schemaOf(input: ButtonInput) {
  switch (input.type) {
    case "text":
      return z
        .string({ error: (issue) => (issue.input === undefined ? "must be given." : mustBe("a string")(issue)) })
        .trim()
        .pipe(Text(input.required ? 1 : 0, input.maxLength ?? maxCharacters));
    case "number": {
      const { min, max, whole, unit } = input;
      return z
        .number({ error: requiredOr("must be a number, with a point before decimals, such as 12.50.") })
        .refine((value) => !whole || Number.isInteger(value), { error: "must be a whole number." })
        .refine((value) => min === null || value >= min, { error: `must be at least ${withUnit(min ?? 0, unit)}.` })
        .refine((value) => max === null || value <= max, { error: `must be at most ${withUnit(max ?? 0, unit)}.` });
    }
    case "choice":
      return z.enum(input.choices, { error: requiredOr(`must be one of ${input.choices.join(", ")}.`) });
  }
}

/** The schema of what an agent may fill in. The dialog and the server validate with the same one. */
export const inputsSchema = (inputs: readonly ButtonInput[]) =>
  z
    .strictObject(Object.fromEntries(inputs.map((input) => [input.name, input.required ? schemaOf(input) : schemaOf(input).optional()])), {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? `must not have ${String(issue.keys?.[0])}, which this button does not ask for.`
          : mustBe("an object")(issue),
    })
    .transform((values) => filled(values));

/** In the order of the button's inputs, without empty values, and without -0, which JSON cannot carry. */
const filled = (values: Record<string, string | number | undefined>): InputValues =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value === 0 ? 0 : value]])),
  );
