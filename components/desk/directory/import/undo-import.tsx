import { useTranslations } from "next-intl";
import { useState } from "react";
import { useReader } from "@/components/time/use-reader";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import type { ImportReply } from "@/lib/data/imports/contract";
import { formatTime } from "@/lib/kernel/dates";
import { useImportStep } from "./use-import-step";

type Props = { workspace: string; shown: ImportReply; until: string };

/** Removes what only this import made; the question says what goes, and what stays. */
export function UndoImport({ workspace, shown: { id, counts }, until }: Props) {
  const t = useTranslations("imports.undo");
  const reader = useReader();
  const [isOpen, setOpen] = useState(false);
  const { mutate, reset, isPending, error } = useImportStep(workspace, id, "undo", () => setOpen(false));
  return (
    <>
      <Button
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        <span suppressHydrationWarning>{t("open", { day: formatTime("day", new Date(until), reader) })}</span>
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t("title")}
        confirmLabel={t("confirm")}
        danger
        busy={isPending}
        error={error?.message}
        onConfirm={mutate}
      >
        <p>{t("goes", { count: counts.new })}</p>
        <p className="mt-2">{t("stays", { count: counts.changed })}</p>
      </ConfirmDialog>
    </>
  );
}
