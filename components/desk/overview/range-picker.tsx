import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { DayInput } from "@/components/ui/day-input";
import { Field } from "@/components/ui/field";
import { type Chosen, customOf, presets, problemOf } from "./range";

type Choose = (next: (now: Chosen) => Chosen) => void;
type RangePickerProps = { chosen: Chosen; now: number | null; zone: string; onChoose: Choose };

export function RangePicker({ chosen, now, zone, onChoose }: RangePickerProps) {
  const t = useTranslations("overview");
  const openCustom = () => now !== null && chosen.range !== "custom" && onChoose(() => customOf(chosen.range, { now, zone }));
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t("rangeLabel")}</legend>
      <div className="flex flex-wrap gap-2">
        {presets.map((preset) => (
          <RangeButton
            key={preset}
            isChosen={chosen.range === preset}
            label={t(`ranges.${preset}`)}
            onClick={() => onChoose(() => ({ range: preset }))}
          />
        ))}
        <RangeButton isChosen={chosen.range === "custom"} label={t("customRange")} onClick={openCustom} />
      </div>
      {chosen.range === "custom" && <Days chosen={chosen} onChoose={onChoose} />}
    </fieldset>
  );
}

type RangeButtonProps = { isChosen: boolean; label: string; onClick: () => void };

const RangeButton = ({ isChosen, label, onClick }: RangeButtonProps) => (
  <Button
    aria-pressed={isChosen}
    onClick={onClick}
    className="aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
  >
    {label}
  </Button>
);

type DaysProps = { chosen: Extract<Chosen, { range: "custom" }>; onChoose: Choose };

function Days({ chosen, onChoose }: DaysProps) {
  const t = useTranslations("overview");
  const problem = problemOf(chosen);
  const error = problem && t(`rangeProblems.${problem}`);
  return (
    <div className="mt-3 flex flex-wrap gap-3">
      <Field label={t("from")} className="w-40 max-w-full">
        <DayInput value={chosen.from} onDay={(from) => onChoose((current) => ({ ...chosen, ...current, range: "custom", from }))} />
      </Field>
      <Field label={t("to")} error={error} className="w-40 max-w-full">
        <DayInput value={chosen.to} onDay={(to) => onChoose((current) => ({ ...chosen, ...current, range: "custom", to }))} />
      </Field>
    </div>
  );
}
