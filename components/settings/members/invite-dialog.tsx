"use client";

import { Dialog } from "@/components/ui/dialog";
import type { Role } from "@/lib/kernel/contract";
import { InviteForm } from "./invite-form";
import type { ShownLink } from "./link-dialog";

type InviteDialogProps = {
  workspace: string;
  myRole: Role;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onLink: (link: ShownLink) => void;
};

export function InviteDialog({ workspace, myRole, open, onOpenChange, onLink }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite a member"
      description="You get a link to send them. They choose their own name and password, or sign in to the account they have."
    >
      <InviteForm workspace={workspace} myRole={myRole} onDone={() => onOpenChange(false)} onLink={onLink} />
    </Dialog>
  );
}
