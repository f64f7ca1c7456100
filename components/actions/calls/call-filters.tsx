"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { DayInput } from "@/components/ui/day-input";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { type CallFilter, emptyFilter, searchOf, statuses } from "./filter";

export type ButtonOption = { id: string; label: string };
type CallFiltersProps = { chosen: CallFilter; buttons: ButtonOption[]; onChoose: (next: Partial<CallFilter>) => void };

export function CallFilters({ chosen, buttons, onChoose }: CallFiltersProps) {
  const t = useTranslations("calls.filters");
  const stateNames = useTranslations("calls.states");
  const { status, button, from, to } = chosen;
  const isRemoved = button !== "" && !buttons.some(({ id }) => id === button);
  return (
    <search aria-label={t("label")} className="mb-4 flex flex-wrap items-end gap-x-3 gap-y-3">
      <Field label={t("status")} className="min-w-0 flex-1 basis-36">
        <Select value={status} onChange={({ target }) => onChoose({ status: statuses.find((one) => one === target.value) ?? "" })}>
          <option value="">{t("all")}</option>
          {statuses.map((one) => (
            <option key={one} value={one}>
              {one === "failure" ? t("failure") : stateNames(one)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("button")} className="min-w-0 flex-1 basis-36">
        <Select value={button} onChange={({ target }) => onChoose({ button: target.value })}>
          <option value="">{t("all")}</option>
          {buttons.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
          {isRemoved && <option value={button}>{t("removed")}</option>}
        </Select>
      </Field>
      <Field label={t("from")} className="min-w-0 flex-1 basis-36">
        <DayInput value={from} max={to || undefined} onDay={(day) => onChoose({ from: day })} />
      </Field>
      <Field label={t("to")} className="min-w-0 flex-1 basis-36">
        <DayInput value={to} min={from || undefined} onDay={(day) => onChoose({ to: day })} />
      </Field>
      <Button className="max-sm:w-full" disabled={searchOf(chosen) === ""} onClick={() => onChoose(emptyFilter)}>
        {t("clear")}
      </Button>
    </search>
  );
}
