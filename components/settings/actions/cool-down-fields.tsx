import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { OptionFieldsProps, Unit } from "./option-draft";

/** Time and unit side by side; the time carries the error. */
export function CoolDownFields({ draft: { coolDown, unit }, problems, onChange }: OptionFieldsProps) {
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field label="Once in" error={problems.get("options.coolDownSeconds")}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="None"
            value={coolDown}
            onChange={(event) => onChange({ coolDown: event.currentTarget.value })}
          />
        </Field>
        <Field label="Unit">
          <Select value={unit} onChange={(event) => onChange({ unit: event.currentTarget.value as Unit })}>
            <option value="seconds">seconds</option>
            <option value="minutes">minutes</option>
            <option value="hours">hours</option>
          </Select>
        </Field>
      </div>
      <p className="text-soft text-xs">For each person. Nobody presses it again until then; up to 24 hours.</p>
    </>
  );
}
