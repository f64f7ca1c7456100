"use client";

import { KeyRound, LogOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { Avatar } from "@/components/ui/avatar";
import { Link } from "@/components/ui/link";
import { Menu } from "@/components/ui/menu";
import { MenuItem } from "@/components/ui/menu-item";
import { MenuLabel } from "@/components/ui/menu-label";
import { MenuLine } from "@/components/ui/menu-line";
import { useSignOut } from "./use-sign-out";

type AccountMenuProps = { workspace: { slug: string; name: string }; account: { name: string; email: string } };

export function AccountMenu({ workspace, account }: AccountMenuProps) {
  const t = useTranslations("shell.account");
  const signOut = useSignOut();
  return (
    <Menu
      side="top"
      align="start"
      trigger={
        <button
          type="button"
          aria-label={t("label", { name: account.name })}
          className="grid h-11 w-16 max-md:short:h-8 place-items-center rounded-md hover:bg-raised md:mt-auto md:size-10"
        >
          <Avatar name={account.name} size={32} />
        </button>
      }
    >
      <MenuLabel>
        <span className="block truncate font-semibold">{account.name}</span>
        <span className="block truncate text-soft text-xs">{account.email}</span>
        <span className="block truncate text-soft text-xs">{workspace.name}</span>
      </MenuLabel>
      <MenuLine />
      <MenuItem
        link={
          <Link href={`/${workspace.slug}/profile`}>
            <KeyRound aria-hidden />
            {t("profile")}
          </Link>
        }
      />
      <MenuItem icon={<LogOut />} onSelect={signOut}>
        {t("signOut")}
      </MenuItem>
    </Menu>
  );
}
