import type { ButtonInput, ButtonOptions } from "@/lib/actions/buttons/shared/options";
import type { Role } from "@/lib/kernel/contract";
import { allRoles } from "@/lib/kernel/contract";
import type { Locale } from "@/lib/kernel/locale";
import { numberToType } from "@/lib/kernel/typed-number";

/** An input in the form: values are text until saved. `key` is only React's key. */
export type InputDraft = {
  key: string;
  type: ButtonInput["type"];
  label: string;
  /** Derived from the label while undefined. */
  name: string | undefined;
  required: boolean;
  maxLength: string;
  min: string;
  max: string;
  whole: boolean;
  unit: string;
  choices: string;
};

export type ValueKind = "text" | "number" | "boolean";
export const units = { seconds: 1, minutes: 60, hours: 3600 } as const;
export type Unit = keyof typeof units;

/** On the cards of no problems, of all, or of those that are named. */
export const onProblemsChoices = ["none", "all", "named"] as const;
export type OnProblems = (typeof onProblemsChoices)[number];

/** The options in the form. */
export type OptionDraft = {
  confirms: boolean;
  explanation: string;
  danger: boolean;
  inputs: InputDraft[];
  problem: boolean;
  contact: boolean;
  hasAttribute: boolean;
  attribute: string;
  kind: ValueKind;
  value: string;
  roles: readonly Role[];
  cooldown: string;
  unit: Unit;
  onProblems: OnProblems;
  problemEvents: readonly string[];
  /** A name that is typed and not added yet. */
  problemEvent: string;
};

/** The props of each section of the form. */
export type OptionFieldsProps = {
  draft: OptionDraft;
  problems: ReadonlyMap<string, string>;
  onChange: (changes: Partial<OptionDraft>) => void;
};

export type InputEditorProps = {
  input: InputDraft;
  /** Its position in the list, from 1. */
  number: number;
  problemAt: (field: string) => string | undefined;
  onChange: (changes: Partial<InputDraft>) => void;
  onRemove: () => void;
};

const textOf = (value: number | null, locale: Locale): string => (value === null ? "" : numberToType(value, locale));

export const emptyInput = (key: string): InputDraft => ({
  key,
  type: "text",
  label: "",
  name: undefined,
  required: true,
  maxLength: "",
  min: "",
  max: "",
  whole: false,
  unit: "",
  choices: "",
});

function inputDraft(input: ButtonInput, locale: Locale): InputDraft {
  const { type, name, label, required } = input;
  const common = { ...emptyInput(name), type, name, label, required };
  switch (type) {
    case "text":
      return { ...common, maxLength: textOf(input.maxLength, locale) };
    case "number":
      return { ...common, min: textOf(input.min, locale), max: textOf(input.max, locale), whole: input.whole, unit: input.unit };
    case "choice":
      return { ...common, choices: input.choices.join("\n") };
  }
}

const kindOf = (value: string | number | boolean): ValueKind => (typeof value === "string" ? "text" : (typeof value as ValueKind));
const unitOf = (seconds: number): Unit => (seconds % 3600 === 0 ? "hours" : seconds % 60 === 0 ? "minutes" : "seconds");

export function draftOf(options: ButtonOptions, locale: Locale): OptionDraft {
  const { shownWhen, coolDownSeconds, inputs, onProblemCards, problemEvents, ...rest } = options;
  const { attribute, problem, contact } = shownWhen;
  const unit = coolDownSeconds === 0 ? "minutes" : unitOf(coolDownSeconds);
  return {
    ...rest,
    inputs: inputs.map((input) => inputDraft(input, locale)),
    problem,
    contact,
    hasAttribute: attribute !== null,
    attribute: attribute?.name ?? "",
    kind: attribute ? kindOf(attribute.equals) : "text",
    value: typeof attribute?.equals === "number" ? numberToType(attribute.equals, locale) : String(attribute?.equals ?? ""),
    cooldown: coolDownSeconds === 0 ? "" : numberToType(coolDownSeconds / units[unit], locale),
    unit,
    onProblems: !onProblemCards ? "none" : problemEvents.length > 0 ? "named" : "all",
    problemEvents,
    problemEvent: "",
  };
}

export const isEveryone = (chosen: readonly Role[]): boolean => allRoles.every((role) => chosen.includes(role));
