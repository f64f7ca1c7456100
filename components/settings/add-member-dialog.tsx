"use client";

import { Dialog } from "@/components/ui/dialog";
import type { Role } from "@/lib/contract";
import { AddMemberForm } from "./add-member-form";

type AddMemberDialogProps = {
  workspace: string;
  myRole: Role;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onPassword: (made: { name: string; password: string }) => void;
};

export function AddMemberDialog({ workspace, myRole, open, onOpenChange, onPassword }: AddMemberDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a member"
      description="They get a first password, which is shown to you once. Who has an account already keeps their own."
    >
      <AddMemberForm workspace={workspace} myRole={myRole} onDone={() => onOpenChange(false)} onPassword={onPassword} />
    </Dialog>
  );
}
