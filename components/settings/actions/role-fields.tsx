import { useTranslations } from "next-intl";
import { Checkbox } from "@/components/ui/checkbox";
import { allRoles } from "@/lib/kernel/contract";
import type { OptionFieldsProps } from "./option-draft";

export function RoleFields({ draft: { roles }, problems, onChange }: OptionFieldsProps) {
  const t = useTranslations("settings");
  const problem = problems.get("options.roles");
  return (
    <fieldset aria-label={t("button.roles.title")} aria-describedby="roles-hint">
      <p id="roles-hint" className="mb-1 text-soft text-xs">
        {t("button.roles.hint")}
      </p>
      {allRoles.map((role) => (
        <Checkbox
          key={role}
          label={t(`roles.${role}.many`)}
          checked={roles.includes(role)}
          aria-invalid={problem !== undefined || undefined}
          onChange={(event) => onChange({ roles: event.currentTarget.checked ? [...roles, role] : roles.filter((one) => one !== role) })}
        />
      ))}
      {problem && (
        <p role="alert" className="mt-1 text-problem text-sm">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
