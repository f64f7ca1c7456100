import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { DayInput } from "@/components/ui/day-input";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { ReplyOf } from "@/lib/kernel/contract";
import { actorsQuery } from "@/lib/workspace/audit/browser/queries";
import type { listActors } from "@/lib/workspace/audit/contract";
import { AuditKinds } from "./audit-kinds";
import type { AuditFilter } from "./use-audit-filter";

type AuditFiltersProps = {
  workspace: string;
  initialActors: ReplyOf<typeof listActors>;
  filter: AuditFilter;
  onChange: (part: Partial<AuditFilter>) => void;
};

/** Each change applies at once. */
export function AuditFilters({ workspace, initialActors, filter, onChange }: AuditFiltersProps) {
  const { data } = useQuery({ ...actorsQuery(workspace), initialData: initialActors });
  const t = useTranslations("audit.filters");

  return (
    <fieldset aria-label={t("label")} className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-4">
      <Field label={t("who")} className="max-md:col-span-2">
        <Select value={filter.actor} onChange={(event) => onChange({ actor: event.currentTarget.value })}>
          <option value="">{t("anyone")}</option>
          {data.actors.map(({ accountId, name }) => (
            <option key={accountId} value={accountId ?? "command-line"}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t("what")} className="max-md:col-span-2">
        <AuditKinds value={filter.kind} onChange={(kind) => onChange({ kind })} />
      </Field>
      <Field label={t("from")}>
        <DayInput max={filter.to || undefined} value={filter.from} onDay={(from) => onChange({ from })} />
      </Field>
      <Field label={t("to")}>
        <DayInput min={filter.from || undefined} value={filter.to} onDay={(to) => onChange({ to })} />
      </Field>
    </fieldset>
  );
}
