import type { ComponentProps } from "react";
import { Select } from "@/components/ui/select";
import type { Role } from "@/lib/kernel/contract";

const labels: Record<Role, string> = { owner: "Owner", admin: "Admin", agent: "Agent" };

/** Only an owner makes owners; to others that choice is closed. */
export function RoleSelect({ myRole, ...rest }: ComponentProps<typeof Select> & { myRole: Role }) {
  return (
    <Select {...rest}>
      <option value="owner" disabled={myRole !== "owner"}>
        {labels.owner}
      </option>
      <option value="admin">{labels.admin}</option>
      <option value="agent">{labels.agent}</option>
    </Select>
  );
}
