import { useTranslations } from "next-intl";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { OptionFieldsProps, Unit } from "./option-draft";

/** Time and unit side by side; the error is shown on the time. */
export function CooldownFields({ draft: { cooldown, unit }, problems, onChange }: OptionFieldsProps) {
  const t = useTranslations("settings.button");
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label={t("cooldown.field")} error={problems.get("options.coolDownSeconds")}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder={t("none")}
            value={cooldown}
            onChange={(event) => onChange({ cooldown: event.currentTarget.value })}
          />
        </Field>
        <Field label={t("cooldown.unit")}>
          <Select value={unit} onChange={(event) => onChange({ unit: event.currentTarget.value as Unit })}>
            <option value="seconds">{t("cooldown.seconds")}</option>
            <option value="minutes">{t("cooldown.minutes")}</option>
            <option value="hours">{t("cooldown.hours")}</option>
          </Select>
        </Field>
      </div>
      <p className="text-soft text-xs">{t("cooldown.hint")}</p>
    </>
  );
}
