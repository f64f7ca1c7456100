import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { OptionFieldsProps, ValueKind } from "./option-draft";

const path = "options.shownWhen.attribute";

export function ShownWhenFields({ draft, problems, onChange }: OptionFieldsProps) {
  const { problem, contact, hasAttribute, attribute, kind, value } = draft;
  const t = useTranslations("settings.button.shown");
  return (
    <fieldset aria-label={t("label")} aria-describedby="shown-hint" className="grid min-w-0 gap-1">
      <p id="shown-hint" className="text-soft text-xs">
        {t("hint")}
      </p>
      <Checkbox label={t("contact")} checked={contact} onChange={(event) => onChange({ contact: event.currentTarget.checked })} />
      <Checkbox label={t("problem")} checked={problem} onChange={(event) => onChange({ problem: event.currentTarget.checked })} />
      <Checkbox
        label={t("hasAttribute")}
        checked={hasAttribute}
        onChange={(event) => onChange({ hasAttribute: event.currentTarget.checked })}
      />
      {hasAttribute && (
        <div className="mt-1 grid gap-3 sm:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1fr)] sm:items-start">
          <Field label={t("attribute")} error={problems.get(`${path}.name`)}>
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={t("attributeExample")}
              value={attribute}
              onChange={(event) => onChange({ attribute: event.currentTarget.value })}
            />
          </Field>
          <Field label={t("type")}>
            <Select
              value={kind}
              onChange={(event) =>
                onChange({ kind: event.currentTarget.value as ValueKind, value: event.currentTarget.value === "boolean" ? "true" : "" })
              }
            >
              <option value="text">{t("text")}</option>
              <option value="number">{t("number")}</option>
              <option value="boolean">{t("boolean")}</option>
            </Select>
          </Field>
          <Field label={t("value")} error={problems.get(`${path}.equals`)}>
            {kind === "boolean" ? (
              <Select value={value} onChange={(event) => onChange({ value: event.currentTarget.value })}>
                <option value="true">{t("true")}</option>
                <option value="false">{t("false")}</option>
              </Select>
            ) : (
              <Input
                autoComplete="off"
                inputMode={kind === "number" ? "decimal" : "text"}
                placeholder={t(kind === "number" ? "numberExample" : "textExample")}
                value={value}
                onChange={(event) => onChange({ value: event.currentTarget.value })}
              />
            )}
          </Field>
        </div>
      )}
    </fieldset>
  );
}
