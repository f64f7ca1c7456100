import { Select } from "@/components/ui/select";
import { Area, What } from "@/lib/domain/audit/contract";
import { areas, words } from "@/lib/domain/audit/shared/words";

const kindsOf = (area: Area) => What.options.filter((what) => what.startsWith(`${area}.`));

/** Everything, everything of one area, or one kind. */
export function AuditKinds({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  return (
    <Select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">Anything</option>
      {Area.options.map((area) => (
        <optgroup key={area} label={areas[area]}>
          {kindsOf(area).length > 1 && <option value={area}>{areas[area]}: all</option>}
          {kindsOf(area).map((what) => (
            <option key={what} value={what}>
              {words[what].name}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}
