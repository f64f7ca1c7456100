import { useTranslations } from "next-intl";
import { Select } from "@/components/ui/select";
import { Area, EntryKind } from "@/lib/workspace/audit/contract";
import { kindOf } from "@/lib/workspace/audit/shared/describe";

const kindsOf = (area: Area) => EntryKind.options.filter((what) => what.startsWith(`${area}.`));

/** A select: all entries, all entries of one area, or one kind. */
export function AuditKinds({ value, onChange }: { value: string; onChange: (kind: string) => void }) {
  const t = useTranslations("audit");
  return (
    <Select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{t("filters.anything")}</option>
      {Area.options.map((area) => (
        <optgroup key={area} label={t(`areas.${area}`)}>
          {kindsOf(area).length > 1 && <option value={area}>{t("filters.all", { area: t(`areas.${area}`) })}</option>}
          {kindsOf(area).map((what) => (
            <option key={what} value={what}>
              {t(`kinds.${kindOf(what)}.name`)}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  );
}
