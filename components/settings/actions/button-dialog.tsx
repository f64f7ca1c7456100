"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { bdi } from "@/components/ui/bdi";
import { Dialog } from "@/components/ui/dialog";
import type { Button as ActionButton } from "@/lib/actions/buttons/contract";
import { ButtonForm } from "./button-form";

type ButtonDialogProps = {
  workspace: string;
  /** The button to edit; without it the dialog adds a new one. */
  button?: ActionButton;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function ButtonDialog({ workspace, button, open, onOpenChange }: ButtonDialogProps) {
  const t = useTranslations("settings.button");
  const [isChanged, setChanged] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={button ? t.rich("editTitle", { label: button.label, bdi }) : t("addTitle")}
      description={t("description")}
      hasUnsavedChanges={isChanged}
    >
      <ButtonForm workspace={workspace} button={button} onChanged={setChanged} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
