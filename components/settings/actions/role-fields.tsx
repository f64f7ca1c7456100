import { Checkbox } from "@/components/ui/checkbox";
import type { Role } from "@/lib/kernel/contract";
import type { OptionFieldsProps } from "./option-draft";

const labels: Record<Role, string> = { owner: "Owners", admin: "Admins", agent: "Agents" };

export function RoleFields({ draft: { roles }, problems, onChange }: OptionFieldsProps) {
  const problem = problems.get("options.roles");
  return (
    <fieldset aria-label="Who may press" aria-describedby="roles-hint">
      <p id="roles-hint" className="mb-1 text-soft text-xs">
        Others do not see it.
      </p>
      {roles.map((role) => (
        <Checkbox
          key={role}
          label={labels[role]}
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
