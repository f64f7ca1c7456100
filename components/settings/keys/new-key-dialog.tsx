"use client";

import { useTranslations } from "next-intl";
import { Dialog } from "@/components/ui/dialog";
import { useFormChanges } from "@/components/ui/use-form-changes";
import { NewKeyForm } from "./new-key-form";

type NewKeyDialogProps = {
  workspace: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCreated: (created: { name: string; secret: string }) => void;
};

export function NewKeyDialog({ workspace, open, onOpenChange, onCreated }: NewKeyDialogProps) {
  const t = useTranslations("settings.keys");
  const { hasUnsavedChanges, onInput } = useFormChanges(open);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("createTitle")}
      description={t("createBody")}
      hasUnsavedChanges={hasUnsavedChanges}
    >
      <div className="contents" onInput={onInput}>
        <NewKeyForm
          workspace={workspace}
          onCancel={() => onOpenChange(false)}
          onCreated={(created) => {
            onOpenChange(false);
            onCreated(created);
          }}
        />
      </div>
    </Dialog>
  );
}
