import { identifierOf } from "./identifier";
import { type InputDraft, type OptionDraft, units } from "./option-draft";

/** A number where one can be read, nothing where nothing stands, and otherwise the text, which the schema then refuses. */
function numberOf(text: string): number | string | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return /^[+-]?\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
}

export const inputNameOf = ({ name, label }: Pick<InputDraft, "name" | "label">): string => name ?? identifierOf(label).slice(0, 40);

function inputOf({ type, required, ...draft }: InputDraft) {
  const common = { type, name: inputNameOf(draft), label: draft.label, required };
  switch (type) {
    case "text":
      return { ...common, maxLength: numberOf(draft.maxLength) };
    case "number":
      return { ...common, min: numberOf(draft.min), max: numberOf(draft.max), whole: draft.whole, unit: draft.unit };
    case "choice":
      return { ...common, choices: draft.choices.split("\n").filter((line) => line.trim() !== "") };
  }
}

function attributeOf({ hasAttribute, attribute, kind, value }: OptionDraft) {
  if (!hasAttribute) return null;
  const equals = kind === "text" ? value : kind === "number" ? (numberOf(value) ?? "") : value === "true";
  return { name: attribute, equals: kind === "number" && typeof equals === "string" ? Number.NaN : equals };
}

function secondsOf({ coolDown, unit }: OptionDraft): number | string {
  const count = numberOf(coolDown) ?? 0;
  // Rounded where a part of a minute has no exact number, so that 0.1 minutes are six seconds.
  return typeof count === "number" ? Number((count * units[unit]).toFixed(6)) : count;
}

/** What the form says, as the contract reads it: the schema then says what is wrong with it. */
export const optionsOf = (draft: OptionDraft) => ({
  confirms: draft.confirms,
  explanation: draft.confirms || draft.inputs.length > 0 ? draft.explanation : "",
  danger: draft.danger,
  inputs: draft.inputs.map(inputOf),
  shownWhen: { attribute: attributeOf(draft), problem: draft.problem, contact: draft.contact },
  roles: [...draft.roles],
  coolDownSeconds: secondsOf(draft),
  onProblemCards: draft.onProblemCards,
});
