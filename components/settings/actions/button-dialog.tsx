"use client";

import { Dialog } from "@/components/ui/dialog";
import { Named } from "@/components/ui/named";
import type { Button as ActionButton } from "@/lib/domain/buttons/contract";
import { ButtonForm } from "./button-form";

type ButtonDialogProps = {
  workspace: string;
  /** The one to change; without it a new one is made. */
  button?: ActionButton;
  open: boolean;
  onOpenChange: (open: boolean) => void;
};

export function ButtonDialog({ workspace, button, open, onOpenChange }: ButtonDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={button ? <Named text={`Edit “${button.label}”`} name={button.label} /> : "Add a button"}
      description="Agents see the label. Your server gets both."
    >
      <ButtonForm workspace={workspace} button={button} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
