"use client";

import { useTranslations } from "next-intl";
import { bdi } from "@/components/ui/bdi";
import { Dialog } from "@/components/ui/dialog";
import { useFormChanges } from "@/components/ui/use-form-changes";
import type { Key } from "@/lib/workspace/keys/contract";
import { RenameKeyForm } from "./rename-key-form";

type RenameKeyDialogProps = { workspace: string; apiKey: Key; open: boolean; onOpenChange: (open: boolean) => void };

export function RenameKeyDialog({ workspace, apiKey, open, onOpenChange }: RenameKeyDialogProps) {
  const t = useTranslations("settings.keys");
  const { hasUnsavedChanges, onInput } = useFormChanges(open);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t.rich("renameTitle", { name: apiKey.name, bdi })}
      description={t("renameBody")}
      hasUnsavedChanges={hasUnsavedChanges}
    >
      <div className="contents" onInput={onInput}>
        <RenameKeyForm workspace={workspace} apiKey={apiKey} onDone={() => onOpenChange(false)} />
      </div>
    </Dialog>
  );
}
