import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { emptyFilter, type RequestFilter, searchOf, shownStatuses } from "./filter";

export type KeyOption = { id: string; name: string; lastFour: string };
type RequestFiltersProps = { chosen: RequestFilter; keys: KeyOption[]; onChoose: (next: Partial<RequestFilter>) => void };

export function RequestFilters({ chosen, keys, onChoose }: RequestFiltersProps) {
  const t = useTranslations("settings.requests");
  const { status, key, path } = chosen;
  return (
    <search aria-label={t("filters.label")} className="mb-4 flex flex-wrap items-end gap-3">
      <Field label={t("filters.path")} className="min-w-0 flex-1 basis-48">
        <Input value={path} maxLength={200} spellCheck={false} onChange={({ target }) => onChoose({ path: target.value })} />
      </Field>
      <Field label={t("filters.status")} className="min-w-0 flex-1 basis-32">
        <Select value={status} onChange={({ target }) => onChoose({ status: shownStatuses.find((one) => one === target.value) ?? "" })}>
          <option value="">{t("filters.any")}</option>
          {shownStatuses.map((one) => (
            <option key={one} value={one}>
              {one === "errors" ? t("onlyErrors") : one}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("filters.key")} className="min-w-0 flex-1 basis-40">
        <Select value={key} onChange={({ target }) => onChoose({ key: target.value })}>
          <option value="">{t("filters.any")}</option>
          {keys.map(({ id, name, lastFour }) => (
            <option key={id} value={id}>
              {t("keyName", { name, lastFour })}
            </option>
          ))}
          {key !== "" && !keys.some(({ id }) => id === key) && <option value={key}>{t("keyRevoked")}</option>}
        </Select>
      </Field>
      <Button className="max-sm:w-full" disabled={searchOf(chosen) === ""} onClick={() => onChoose(emptyFilter)}>
        {t("filters.clear")}
      </Button>
    </search>
  );
}
