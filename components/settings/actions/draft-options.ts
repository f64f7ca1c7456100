import { sameName } from "@/lib/actions/buttons/shared/problem-events";
import type { Locale } from "@/lib/kernel/locale";
import { typedNumber } from "@/lib/kernel/typed-number";
import { identifierOf } from "./identifier";
import { type InputDraft, type OptionDraft, units } from "./option-draft";

/** The number, null for an empty field, or otherwise the text, which the schema rejects. */
function numberOf(text: string, locale: Locale): number | string | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return typedNumber(trimmed, locale) ?? trimmed;
}

export const inputNameOf = ({ name, label }: Pick<InputDraft, "name" | "label">): string => name ?? identifierOf(label).slice(0, 40);

function inputOf({ type, required, ...draft }: InputDraft, locale: Locale) {
  const common = { type, name: inputNameOf(draft), label: draft.label, required };
  switch (type) {
    case "text":
      return { ...common, maxLength: numberOf(draft.maxLength, locale) };
    case "number":
      return { ...common, min: numberOf(draft.min, locale), max: numberOf(draft.max, locale), whole: draft.whole, unit: draft.unit };
    case "choice":
      return { ...common, choices: draft.choices.split("\n").filter((line) => line.trim() !== "") };
  }
}

function attributeOf({ hasAttribute, attribute, kind, value }: OptionDraft, locale: Locale) {
  if (!hasAttribute) return null;
  const equals = kind === "text" ? value : kind === "number" ? (numberOf(value, locale) ?? "") : value === "true";
  return { name: attribute, equals: kind === "number" && typeof equals === "string" ? Number.NaN : equals };
}

function secondsOf({ cooldown, unit }: OptionDraft, locale: Locale): number | string {
  const count = numberOf(cooldown, locale) ?? 0;
  // Rounded, because fractions such as 0.1 minutes are not exact in floating point.
  return typeof count === "number" ? Number((count * units[unit]).toFixed(6)) : count;
}

/** The chosen names, with the one that is typed and not added yet. */
export function problemNamesOf({ problemEvents, problemEvent }: Pick<OptionDraft, "problemEvents" | "problemEvent">): string[] {
  const typed = problemEvent.trim();
  const isNew = typed !== "" && !problemEvents.some((name) => sameName(name, typed));
  return isNew ? [...problemEvents, typed] : [...problemEvents];
}

/** The form's values as input for the contract's schema, which validates them. */
export const optionsOf = (draft: OptionDraft, locale: Locale) => ({
  confirms: draft.confirms,
  explanation: draft.confirms || draft.inputs.length > 0 ? draft.explanation : "",
  danger: draft.danger,
  inputs: draft.inputs.map((input) => inputOf(input, locale)),
  shownWhen: { attribute: attributeOf(draft, locale), problem: draft.problem, contact: draft.contact },
  roles: [...draft.roles],
  coolDownSeconds: secondsOf(draft, locale),
  onProblemCards: draft.onProblems !== "none",
  problemEvents: draft.onProblems === "named" ? problemNamesOf(draft) : [],
});
