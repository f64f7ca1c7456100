import { useTranslations } from "next-intl";
import { OptionSwitch } from "@/components/settings/shared/option-switch";
import { Field } from "@/components/ui/field";
import { TextArea } from "@/components/ui/text-area";
import type { OptionFieldsProps } from "./option-draft";

export function ConfirmationFields({ draft: { confirms, explanation, inputs }, problems, onChange }: OptionFieldsProps) {
  const t = useTranslations("settings.button.confirmation");
  const requiresConfirmation = confirms || inputs.length > 0;
  return (
    <>
      <OptionSwitch
        title={t("ask")}
        hint={t(inputs.length > 0 ? "because" : "example")}
        checked={requiresConfirmation}
        onChange={(checked) => inputs.length === 0 && onChange({ confirms: checked })}
      />
      {requiresConfirmation && (
        <Field label={t("explanation")} hint={t("explanationHint")} error={problems.get("options.explanation")}>
          <TextArea value={explanation} onChange={(event) => onChange({ explanation: event.currentTarget.value })} />
        </Field>
      )}
    </>
  );
}
