import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import { Select } from "@/components/ui/select";
import type { Role } from "@/lib/kernel/contract";

/** Only an owner can make owners; the option is disabled for others. */
export function RoleSelect({ myRole, ...rest }: ComponentProps<typeof Select> & { myRole: Role }) {
  const t = useTranslations("settings.roles");
  return (
    <Select {...rest}>
      <option value="owner" disabled={myRole !== "owner"}>
        {t("owner.one")}
      </option>
      <option value="admin">{t("admin.one")}</option>
      <option value="agent">{t("agent.one")}</option>
    </Select>
  );
}
