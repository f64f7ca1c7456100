import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { OptionFieldsProps, ValueKind } from "./option-draft";

const place = "options.shownWhen.attribute";

export function ShownWhenFields({ draft, problems, onChange }: OptionFieldsProps) {
  const { problem, contact, hasAttribute, attribute, kind, value } = draft;
  return (
    <fieldset aria-label="Shown when" aria-describedby="shown-hint" className="grid min-w-0 gap-1">
      <p id="shown-hint" className="text-soft text-xs">
        It is shown when all of these hold.
      </p>
      <Checkbox label="The contact is known" checked={contact} onChange={(event) => onChange({ contact: event.currentTarget.checked })} />
      <Checkbox label="There is a problem" checked={problem} onChange={(event) => onChange({ problem: event.currentTarget.checked })} />
      <Checkbox
        label="An attribute of the contact has a value"
        checked={hasAttribute}
        onChange={(event) => onChange({ hasAttribute: event.currentTarget.checked })}
      />
      {hasAttribute && (
        <div className="mt-1 grid gap-3 sm:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1fr)] sm:items-start">
          <Field label="Attribute" error={problems.get(`${place}.name`)}>
            <Input
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder="plan"
              value={attribute}
              onChange={(event) => onChange({ attribute: event.currentTarget.value })}
            />
          </Field>
          <Field label="Kind">
            <Select
              value={kind}
              onChange={(event) =>
                onChange({ kind: event.currentTarget.value as ValueKind, value: event.currentTarget.value === "boolean" ? "true" : "" })
              }
            >
              <option value="text">text</option>
              <option value="number">number</option>
              <option value="boolean">yes or no</option>
            </Select>
          </Field>
          <Field label="Value" error={problems.get(`${place}.equals`)}>
            {kind === "boolean" ? (
              <Select value={value} onChange={(event) => onChange({ value: event.currentTarget.value })}>
                <option value="true">yes (true)</option>
                <option value="false">no (false)</option>
              </Select>
            ) : (
              <Input
                autoComplete="off"
                inputMode={kind === "number" ? "decimal" : "text"}
                placeholder={kind === "number" ? "25" : "pro"}
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
