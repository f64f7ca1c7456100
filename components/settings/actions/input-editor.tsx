import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { IconButton } from "@/components/ui/icon-button";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { inputNameOf } from "./draft-options";
import { InputLimits } from "./input-limits";
import type { InputDraft, InputEditorProps } from "./option-draft";

export function InputEditor(props: InputEditorProps) {
  const { input, number, problemAt, onChange, onRemove } = props;
  const { type, label, required } = input;
  const t = useTranslations("settings.button.inputs");
  return (
    <li aria-label={t("item", { position: number })} className="grid gap-3 rounded-md border border-line bg-raised p-3">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2">
        <Field label={t("itemLabel")} error={problemAt("label")}>
          <Input
            autoComplete="off"
            placeholder={t("itemExample")}
            value={label}
            onChange={(event) => onChange({ label: event.currentTarget.value })}
          />
        </Field>
        <IconButton label={label ? t("remove", { label }) : t("removeItem", { position: number })} className="mt-[29px]" onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label={t("type")}>
          <Select value={type} onChange={(event) => onChange({ type: event.currentTarget.value as InputDraft["type"] })}>
            <option value="text">{t("text")}</option>
            <option value="number">{t("number")}</option>
            <option value="choice">{t("choice")}</option>
          </Select>
        </Field>
        <Field label={t("name")} error={problemAt("name")}>
          <Input
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className="font-mono"
            value={inputNameOf(input)}
            onChange={(event) => onChange({ name: event.currentTarget.value || undefined })}
          />
        </Field>
      </div>
      <InputLimits {...props} />
      <Checkbox label={t("required")} checked={required} onChange={(event) => onChange({ required: event.currentTarget.checked })} />
    </li>
  );
}
