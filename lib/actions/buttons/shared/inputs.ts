import { isObject } from "@/lib/kernel/shape";
import { kindOf, lengthProblem } from "@/lib/kernel/text";
import { maxCharacters } from "./limits";
import type { ButtonInput } from "./options";

export type InputValues = Record<string, string | number>;

/** The message goes behind the name of the input; without a name it is about all of them. */
export type InputProblem = { name?: string; message: string };

type Checked = { ok: true; values: InputValues } | { ok: false; problems: InputProblem[] };
type Sent = Readonly<Record<string, unknown>>;
type Of<Type extends ButtonInput["type"]> = Extract<ButtonInput, { type: Type }>;

const withUnit = (limit: number, unit: string) => (unit ? `${limit} ${unit}` : String(limit));

function textProblem({ required, maxLength }: Of<"text">, sent: unknown): string | undefined {
  if (typeof sent !== "string") return `must be a string; you sent ${kindOf(sent)}.`;
  return lengthProblem(sent.trim(), required ? 1 : 0, maxLength ?? maxCharacters);
}

function numberProblem({ min, max, whole, unit }: Of<"number">, sent: unknown): string | undefined {
  if (typeof sent !== "number" || !Number.isFinite(sent)) return "must be a number, with a point before decimals, such as 12.50.";
  if (whole && !Number.isInteger(sent)) return "must be a whole number.";
  if (min !== null && sent < min) return `must be at least ${withUnit(min, unit)}.`;
  if (max !== null && sent > max) return `must be at most ${withUnit(max, unit)}.`;
  return undefined;
}

const choiceProblem = ({ choices }: Of<"choice">, sent: unknown): string | undefined =>
  choices.some((choice) => choice === sent) ? undefined : `must be one of ${choices.join(", ")}.`;

function problemOf(input: ButtonInput, sent: unknown): string | undefined {
  if (sent === undefined) return input.required ? "must be given." : undefined;
  switch (input.type) {
    case "text":
      return textProblem(input, sent);
    case "number":
      return numberProblem(input, sent);
    case "choice":
      return choiceProblem(input, sent);
  }
}

/** At most one problem of each input, in their order. */
function problemsOf(inputs: readonly ButtonInput[], sent: Sent): InputProblem[] {
  const problems = inputs.flatMap((input): InputProblem[] => {
    const message = problemOf(input, sent[input.name]);
    return message === undefined ? [] : [{ name: input.name, message }];
  });
  const unknown = Object.keys(sent).find((key) => !inputs.some(({ name }) => name === key));
  return unknown === undefined ? problems : [...problems, { message: `must not have ${unknown}, which this button does not ask for.` }];
}

/** In the order of the button's inputs, without empty values, and without -0, which JSON cannot carry. */
const valuesOf = (inputs: readonly ButtonInput[], sent: Sent): InputValues =>
  Object.fromEntries(
    inputs.flatMap(({ name, type }): [string, string | number][] => {
      const value = sent[name] as string | number | undefined;
      const cleaned = type === "text" ? String(value ?? "").trim() : value;
      return cleaned === undefined || cleaned === "" ? [] : [[name, cleaned === 0 ? 0 : cleaned]];
    }),
  );

/** Checks what an agent filled in. The dialog and the server check with the same function, which brings no library into the browser. */
export function checkInputs(inputs: readonly ButtonInput[], sent: unknown): Checked {
  if (!isObject(sent)) return { ok: false, problems: [{ message: `must be an object; you sent ${kindOf(sent)}.` }] };
  const problems = problemsOf(inputs, sent);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values: valuesOf(inputs, sent) };
}
