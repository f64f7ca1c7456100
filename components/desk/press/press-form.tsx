"use client";

import { TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { type SubmitEvent, useEffect, useState } from "react";
import { lineOf } from "@/components/desk/shared/properties";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { currencyOf } from "@/lib/actions/buttons/shared/currency";
import { checkInputs, type InputProblem } from "@/lib/actions/buttons/shared/inputs";
import type { ButtonInput } from "@/lib/actions/buttons/shared/options";
import { refusalText } from "@/lib/browser/field-problem";
import type { PanelButton } from "@/lib/desk/panel/contract";
import { newId } from "@/lib/kernel/ids";
import { fillInputs } from "./fill-inputs";
import { InputField } from "./input-field";
import type { PressedProblem } from "./pressing";
import { typedValues } from "./typed-values";
import type { PressRequest } from "./use-press";

type Props = {
  button: PanelButton;
  about: PressedProblem | undefined;
  busy: boolean;
  error: string | undefined;
  /** Whether something was typed that closing would lose. */
  onTyped: (isTyped: boolean) => void;
  onCancel: () => void;
  onPress: (pressed: PressRequest) => void;
};

/** Checks as the server does. Each opening has one press id, so a retry after a lost response does not call twice. */
export function PressForm({ button: { label, danger, inputs }, about, busy, error, onTyped, onCancel, onPress }: Props) {
  const t = useTranslations("chat.press");
  const inputTexts = useTranslations("chat.inputs");
  const common = useTranslations("common");
  const refusals = useTranslations("refusals");
  const locale = useLocale();
  const [id] = useState(newId);
  const [filled] = useState(() => fillInputs(inputs, about?.properties ?? {}, locale));
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());

  useEffect(() => () => onTyped(false), [onTyped]);

  const isTyped = (form: HTMLFormElement) => {
    const values = new FormData(form);
    return inputs.some(({ name }) => String(values.get(name) ?? "") !== (filled.get(name) ?? ""));
  };

  /** What is missing is asked for; what is wrong goes behind the name of its input. */
  function said({ name, reason }: InputProblem): string {
    const input = inputs.find((one) => one.name === name);
    if (input && typeof reason !== "string" && reason.key === "given") return inputTexts(`missing.${kindOf(input)}`);
    return `${input?.label ?? ""} ${typeof reason === "string" ? reason : (refusalText(refusals, reason) ?? "")}`.trim();
  }

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const checked = checkInputs(inputs, typedValues(inputs, new FormData(form), locale));
    const messages = new Map(checked.ok ? [] : checked.problems.map((problem) => [problem.name ?? "", said(problem)]));
    setProblems(messages);
    if (checked.ok) return onPress({ id, isAsked: true, ...(inputs.length > 0 && { inputs: checked.values }) });
    const firstInvalid = inputs.find(({ name }) => messages.has(name));
    const control = firstInvalid && form.elements.namedItem(firstInvalid.name);
    if (control instanceof HTMLElement) control.focus();
  }

  return (
    <form method="post" onSubmit={onSubmit} onInput={(event) => onTyped(isTyped(event.currentTarget))} noValidate className="grid gap-4">
      {about && (
        <div className="flex gap-2 rounded-md border border-problem-line bg-problem-soft px-3 py-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 flex-none text-problem" />
          <p className="min-w-0 wrap-anywhere">
            <span className="font-semibold text-problem">{t.rich("about", { event: about.event, b: (text) => <bdi>{text}</bdi> })}</span>
            {lineOf(about.properties) && <span className="line-clamp-6 text-sm">{lineOf(about.properties)}</span>}
          </p>
        </div>
      )}
      {inputs.map((input) => (
        <InputField key={input.name} input={input} filled={filled.get(input.name)} error={problems.get(input.name)} />
      ))}
      {error !== undefined && !busy && <Alert>{error}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{common("cancel")}</Button>
        <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy} className="max-w-full">
          <span className="truncate">{label}</span>
        </Button>
      </div>
    </form>
  );
}

const kindOf = (input: ButtonInput) => (input.type === "number" ? (currencyOf(input.unit) ? "amount" : "number") : "choice");
