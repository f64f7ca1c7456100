import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { shownStates, webhookTypes } from "@/lib/webhooks/shared/types";
import { useLogFilter } from "./use-log-filter";

export function DeliveryFilters() {
  const t = useTranslations("settings.webhooks");
  const common = useTranslations("common");
  const { state, type, isFiltered, change } = useLogFilter();
  return (
    <search aria-label={t("filters.label")} className="flex flex-wrap items-end gap-3">
      <Field label={t("filters.state")} className="min-w-0 flex-1 basis-32">
        <Select value={state} onChange={({ target }) => change({ state: shownStates.find((one) => one === target.value) ?? "" })}>
          <option value="">{t("filters.any")}</option>
          {shownStates.map((one) => (
            <option key={one} value={one}>
              {t(`states.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("filters.type")} className="min-w-0 flex-1 basis-40">
        <Select value={type} onChange={({ target }) => change({ type: webhookTypes.find((one) => one === target.value) ?? "" })}>
          <option value="">{t("filters.any")}</option>
          {webhookTypes.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      </Field>
      <Button className="max-sm:w-full" disabled={!isFiltered} onClick={() => change({ state: "", type: "" })}>
        {common("clearFilters")}
      </Button>
    </search>
  );
}
