import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { mostInputs } from "@/lib/domain/buttons/shared/options";
import { newId } from "@/lib/kernel/ids";
import { InputEditor } from "./input-editor";
import type { OptionFieldsProps } from "./option-draft";
import { emptyInput, type InputDraft } from "./option-draft";

/** What the agent fills in before the button is sent. */
export function InputFields({ draft: { inputs }, problems, onChange }: OptionFieldsProps) {
  const t = useTranslations("settings.button.inputs");
  const change = (at: number, by: Partial<InputDraft>) =>
    onChange({ inputs: inputs.map((input, index) => (index === at ? { ...input, ...by } : input)) });
  return (
    <>
      <p className="text-soft text-xs">{t("hint")}</p>
      {inputs.length > 0 && (
        <ol aria-label={t("label")} className="grid gap-3">
          {inputs.map((input, at) => (
            <InputEditor
              key={input.key}
              input={input}
              number={at + 1}
              problemAt={(field) => problems.get(`options.inputs.${at}.${field}`)}
              onChange={(by) => change(at, by)}
              onRemove={() => onChange({ inputs: inputs.filter((_, index) => index !== at) })}
            />
          ))}
        </ol>
      )}
      {inputs.length < mostInputs ? (
        <Button className="justify-self-start" onClick={() => onChange({ inputs: [...inputs, emptyInput(newId())] })}>
          <Plus aria-hidden className="size-4" />
          {t("add")}
        </Button>
      ) : (
        <p className="text-soft text-xs">{t("max", { max: mostInputs })}</p>
      )}
    </>
  );
}
