"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, KeyRound, UserMinus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { Menu } from "@/components/ui/menu";
import { MenuItem } from "@/components/ui/menu-item";
import { Named } from "@/components/ui/named";
import { call } from "@/lib/client/call";
import { type Member, removeMember, resetPassword } from "@/lib/members/contract";
import { membersQuery } from "@/lib/members/queries";

type MemberMenuProps = {
  workspace: string;
  member: Member;
  /** Why nothing can be done here; the row says it. */
  reason: string | undefined;
  onPassword: (password: string) => void;
};

export function MemberMenu({ workspace, member: { id, name }, reason, onPassword }: MemberMenuProps) {
  const [asked, setAsked] = useState<"reset" | "remove">();
  const queries = useQueryClient();
  const params = { workspace, accountId: id };
  const close = () => setAsked(undefined);

  const reset = useMutation({
    mutationFn: () => call(resetPassword, { params, body: {} }),
    onSuccess: ({ password }) => {
      close();
      onPassword(password);
    },
  });
  const remove = useMutation({
    mutationFn: () => call(removeMember, { params }),
    onSuccess: async () => {
      toast.success(<Named text={`${name} was removed.`} name={name} />);
      close();
      await queries.invalidateQueries(membersQuery(workspace));
    },
  });

  function ask(what: "reset" | "remove") {
    reset.reset();
    remove.reset();
    setAsked(what);
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More about ${name}`} disabled={reason !== undefined}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<KeyRound />} onSelect={() => ask("reset")}>
          Reset password…
        </MenuItem>
        <MenuItem icon={<UserMinus />} danger onSelect={() => ask("remove")}>
          Remove…
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asked === "reset"}
        onOpenChange={close}
        title={<Named text={`Give ${name} a new password?`} name={name} />}
        confirmLabel="Reset password"
        busy={reset.isPending}
        error={reset.error?.message}
        onConfirm={reset.mutate}
      >
        The new password is shown to you once. The old one stops, and all their sessions end.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === "remove"}
        onOpenChange={close}
        title={<Named text={`Remove ${name}?`} name={name} />}
        confirmLabel="Remove member"
        danger
        busy={remove.isPending}
        error={remove.error?.message}
        onConfirm={remove.mutate}
      >
        They are out at once. What they wrote stays in the chats.
      </ConfirmDialog>
    </>
  );
}
