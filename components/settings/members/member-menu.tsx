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
import { call } from "@/lib/browser/call";
import { invitationsQuery } from "@/lib/domain/members/browser/invitation-queries";
import { membersQuery } from "@/lib/domain/members/browser/queries";
import { type Member, removeMember } from "@/lib/domain/members/contract";
import { makeResetLink } from "@/lib/domain/members/resets/contract";

type MemberMenuProps = {
  workspace: string;
  member: Member;
  /** Why nothing can be done here; the row says it. */
  reason: string | undefined;
  onResetLink: (token: string) => void;
};

export function MemberMenu({ workspace, member: { id, name }, reason, onResetLink }: MemberMenuProps) {
  const [asked, setAsked] = useState<"reset" | "remove">();
  const queries = useQueryClient();
  const params = { workspace, accountId: id };
  const close = () => setAsked(undefined);

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
      toast.success(<Named text={`${name} was removed.`} name={name} />);
      close();
      await Promise.all([queries.invalidateQueries(membersQuery(workspace)), queries.invalidateQueries(invitationsQuery(workspace))]);
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
          Make a reset link…
        </MenuItem>
        <MenuItem icon={<UserMinus />} danger onSelect={() => ask("remove")}>
          Remove…
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asked === "reset"}
        onOpenChange={close}
        title={<Named text={`Make a reset link for ${name}?`} name={name} />}
        confirmLabel="Make the link"
        busy={reset.isPending}
        error={reset.error?.message}
        onConfirm={reset.mutate}
      >
        With it they choose a new password, once and within 7 days. Until then the present one goes on; then all their sessions end.
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
