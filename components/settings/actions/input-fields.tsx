import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { maxInputs } from "@/lib/actions/buttons/shared/limits";
import { newId } from "@/lib/kernel/ids";
import { InputEditor } from "./input-editor";
import type { OptionFieldsProps } from "./option-draft";
import { emptyInput, type InputDraft } from "./option-draft";

/** The inputs that the agent fills in before the button is sent. */
export function InputFields({ draft: { inputs }, problems, onChange }: OptionFieldsProps) {
  const t = useTranslations("settings.button.inputs");
  const change = (position: number, changes: Partial<InputDraft>) =>
    onChange({ inputs: inputs.map((input, index) => (index === position ? { ...input, ...changes } : input)) });
  return (
    <>
      <p className="text-soft text-xs">{t("hint")}</p>
      {inputs.length > 0 && (
        <ol aria-label={t("label")} className="grid gap-3">
          {inputs.map((input, position) => (
            <InputEditor
              key={input.key}
              input={input}
              number={position + 1}
              problemAt={(field) => problems.get(`options.inputs.${position}.${field}`)}
              onChange={(changes) => change(position, changes)}
              onRemove={() => onChange({ inputs: inputs.filter((_, index) => index !== position) })}
            />
          ))}
        </ol>
      )}
      {inputs.length < maxInputs ? (
        <Button className="justify-self-start" onClick={() => onChange({ inputs: [...inputs, emptyInput(newId())] })}>
          <Plus aria-hidden className="size-4" />
          {t("add")}
        </Button>
      ) : (
        <p className="text-soft text-xs">{t("max", { max: maxInputs })}</p>
      )}
    </>
  );
}
