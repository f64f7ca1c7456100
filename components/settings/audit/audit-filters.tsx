import { useQuery } from "@tanstack/react-query";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { actorsQuery } from "@/lib/domain/audit/browser/queries";
import type { listActors } from "@/lib/domain/audit/contract";
import type { ReplyOf } from "@/lib/kernel/contract";
import { AuditKinds } from "./audit-kinds";
import type { AuditFilter } from "./use-audit-filter";

type AuditFiltersProps = {
  workspace: string;
  initialActors: ReplyOf<typeof listActors>;
  filter: AuditFilter;
  onChange: (part: Partial<AuditFilter>) => void;
};

/** Each change takes effect at once. */
export function AuditFilters({ workspace, initialActors, filter, onChange }: AuditFiltersProps) {
  const { data } = useQuery({ ...actorsQuery(workspace), initialData: initialActors });

  return (
    <fieldset aria-label="Which entries" className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-4">
      <Field label="Who" className="max-md:col-span-2">
        <Select value={filter.actor} onChange={(event) => onChange({ actor: event.currentTarget.value })}>
          <option value="">Anybody</option>
          {data.actors.map(({ accountId, name }) => (
            <option key={accountId} value={accountId ?? "command-line"}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="What" className="max-md:col-span-2">
        <AuditKinds value={filter.kind} onChange={(kind) => onChange({ kind })} />
      </Field>
      <Field label="From">
        <Input
          type="date"
          max={filter.to || undefined}
          value={filter.from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
      </Field>
      <Field label="To">
        <Input
          type="date"
          min={filter.from || undefined}
          value={filter.to}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
      </Field>
    </fieldset>
  );
}
