import { type Refusal, refusal } from "@/lib/kernel/errors";
import { isObject } from "@/lib/kernel/shape";
import { kindOf, lengthProblem } from "@/lib/kernel/text";
import { maxCharacters } from "./limits";
import type { ButtonInput } from "./options";

export type InputValues = Record<string, string | number>;

/** What is wrong goes behind the name of the input; without a name it is about all of them. A text is for whoever calls the API. */
export type InputProblem = { name?: string; reason: Refusal | string };

export type Problems = [InputProblem, ...InputProblem[]];
type Checked = { ok: true; values: InputValues } | { ok: false; problems: Problems };
type Sent = Readonly<Record<string, unknown>>;
type Of<Type extends ButtonInput["type"]> = Extract<ButtonInput, { type: Type }>;

const withUnit = (limit: number, unit: string) => (unit ? `${limit} ${unit}` : String(limit));

function textProblem({ required, maxLength }: Of<"text">, sent: unknown): InputProblem["reason"] | undefined {
  if (typeof sent !== "string") return `must be a string; you sent ${kindOf(sent)}.`;
  return lengthProblem(sent.trim(), required ? 1 : 0, maxLength ?? maxCharacters);
}

function numberProblem({ min, max, whole, unit }: Of<"number">, sent: unknown): InputProblem["reason"] | undefined {
  if (typeof sent !== "number" || !Number.isFinite(sent)) return refusal("number");
  if (whole && !Number.isInteger(sent)) return refusal("whole");
  if (min !== null && sent < min) return refusal("atLeast", { limit: withUnit(min, unit) });
  if (max !== null && sent > max) return refusal("atMost", { limit: withUnit(max, unit) });
  return undefined;
}

const choiceProblem = ({ choices }: Of<"choice">, sent: unknown): InputProblem["reason"] | undefined =>
  choices.some((choice) => choice === sent) ? undefined : refusal("oneOf", { choices: choices.join(", ") });

function problemOf(input: ButtonInput, sent: unknown): InputProblem["reason"] | undefined {
  if (sent === undefined) return input.required ? refusal("given") : undefined;
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
    const reason = problemOf(input, sent[input.name]);
    return reason === undefined ? [] : [{ name: input.name, reason }];
  });
  const unknown = Object.keys(sent).find((key) => !inputs.some(({ name }) => name === key));
  return unknown === undefined ? problems : [...problems, { reason: `must not have ${unknown}, which this button does not ask for.` }];
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
  if (!isObject(sent)) return { ok: false, problems: [{ reason: `must be an object; you sent ${kindOf(sent)}.` }] };
  const [first, ...more] = problemsOf(inputs, sent);
  return first ? { ok: false, problems: [first, ...more] } : { ok: true, values: valuesOf(inputs, sent) };
}
