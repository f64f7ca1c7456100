import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useImportStep } from "./use-import-step";

/** Stops a run, or gives a file up that was not run: the questions differ. */
export function CancelImport({ workspace, importId, isRun }: { workspace: string; importId: string; isRun: boolean }) {
  const t = useTranslations("imports.cancel");
  const [isOpen, setOpen] = useState(false);
  const { mutate, reset, isPending, error } = useImportStep(workspace, importId, "cancel", () => setOpen(false));
  return (
    <>
      <Button
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        {t(isRun ? "runOpen" : "fileOpen")}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t(isRun ? "runTitle" : "fileTitle")}
        confirmLabel={t(isRun ? "runConfirm" : "fileConfirm")}
        cancelLabel={t(isRun ? "runKeep" : "fileKeep")}
        danger
        busy={isPending}
        error={error?.message}
        onConfirm={mutate}
      >
        {t(isRun ? "runText" : "fileText")}
      </ConfirmDialog>
    </>
  );
}
