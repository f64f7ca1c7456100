"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { useFormChanges } from "@/components/ui/use-form-changes";
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
  const t = useTranslations("settings.invitations");
  const { hasUnsavedChanges, onInput } = useFormChanges(open);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("invite")} description={t("inviteBody")} hasUnsavedChanges={hasUnsavedChanges}>
      <div className="contents" onInput={onInput}>
        <InviteForm workspace={workspace} myRole={myRole} onDone={() => onOpenChange(false)} onLink={onLink} />
      </div>
    </Dialog>
  );
}
