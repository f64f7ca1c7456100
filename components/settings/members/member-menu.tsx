"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, UserMinus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { bdi } from "@/components/ui/bdi";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem } from "@/components/ui/menu-item";
import { toast } from "@/components/ui/toast";
import { call } from "@/lib/browser/call";
import { invitationsQuery } from "@/lib/workspace/members/browser/invitation-queries";
import { membersQuery } from "@/lib/workspace/members/browser/queries";
import type { Member } from "@/lib/workspace/members/contract";
import { removeMember } from "@/lib/workspace/members/endpoints";
import { makeResetLink } from "@/lib/workspace/members/resets/endpoints";

type MemberMenuProps = {
  workspace: string;
  member: Member;
  /** Why the menu is disabled; the row shows the text. */
  reason: string | undefined;
  onResetLink: (token: string) => void;
};

export function MemberMenu({ workspace, member: { id, name }, reason, onResetLink }: MemberMenuProps) {
  const [openDialog, setOpenDialog] = useState<"reset" | "remove">();
  const queries = useQueryClient();
  const t = useTranslations("settings.members");
  const params = { workspace, accountId: id };
  const close = () => setOpenDialog(undefined);

  const reset = useMutation({
    mutationFn: () => call(makeResetLink, { params, body: {} }),
    onSuccess: ({ token }) => {
      close();
      onResetLink(token);
    },
  });
  const remove = useMutation({
    mutationFn: () => call(removeMember, { params }),
    onSuccess: async () => {
      toast.success(t.rich("removed", { name, bdi }));
      close();
      await Promise.all([queries.invalidateQueries(membersQuery(workspace)), queries.invalidateQueries(invitationsQuery(workspace))]);
    },
  });

  function open(dialog: "reset" | "remove") {
    reset.reset();
    remove.reset();
    setOpenDialog(dialog);
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton label={t("menu", { name })} disabled={reason !== undefined}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<KeyRound />} onSelect={() => open("reset")}>
          {t("resetLink")}
        </MenuItem>
        <MenuItem icon={<UserMinus />} danger onSelect={() => open("remove")}>
          {t("remove")}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={openDialog === "reset"}
        onOpenChange={close}
        title={t.rich("resetTitle", { name, bdi })}
        confirmLabel={t("createLink")}
        busy={reset.isPending}
        error={reset.error?.message}
        onConfirm={reset.mutate}
      >
        {t("resetBody")}
      </ConfirmDialog>
      <ConfirmDialog
        open={openDialog === "remove"}
        onOpenChange={close}
        title={t.rich("removeTitle", { name, bdi })}
        confirmLabel={t("removeConfirm")}
        danger
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={remove.mutate}
      >
        {t("removeBody")}
      </ConfirmDialog>
    </>
  );
}
