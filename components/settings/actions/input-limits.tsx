import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { TextArea } from "@/components/ui/text-area";
import { maxCharacters } from "@/lib/actions/buttons/shared/limits";
import type { InputEditorProps } from "./option-draft";

/** The limits of an input, by its type. */
export function InputLimits({ input, problemAt, onChange }: InputEditorProps) {
  const t = useTranslations("settings.button.inputs");
  switch (input.type) {
    case "text":
      return (
        <Field label={t("maxLength")} error={problemAt("maxLength")}>
          <Input
            inputMode="numeric"
            autoComplete="off"
            placeholder={String(maxCharacters)}
            value={input.maxLength}
            onChange={(event) => onChange({ maxLength: event.currentTarget.value })}
          />
        </Field>
      );
    case "number":
      return (
        <>
          <div className="grid grid-cols-3 items-start gap-3">
            <Field label={t("min")} error={problemAt("min")}>
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={input.min}
                onChange={(event) => onChange({ min: event.currentTarget.value })}
              />
            </Field>
            <Field label={t("maxValue")} error={problemAt("max")}>
              <Input
                inputMode="decimal"
                autoComplete="off"
                value={input.max}
                onChange={(event) => onChange({ max: event.currentTarget.value })}
              />
            </Field>
            <Field label={t("unit")} error={problemAt("unit")}>
              <Input
                autoComplete="off"
                placeholder={t("unitExample")}
                value={input.unit}
                onChange={(event) => onChange({ unit: event.currentTarget.value })}
              />
            </Field>
          </div>
          <Checkbox label={t("whole")} checked={input.whole} onChange={(event) => onChange({ whole: event.currentTarget.checked })} />
        </>
      );
    case "choice":
      return (
        <Field label={t("choices")} hint={t("choicesHint")} error={problemAt("choices")}>
          <TextArea rows={3} value={input.choices} onChange={(event) => onChange({ choices: event.currentTarget.value })} />
        </Field>
      );
  }
}
