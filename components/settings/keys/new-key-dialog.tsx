"use client";

import { Dialog } from "@/components/ui/dialog";
import { NewKeyForm } from "./new-key-form";

type NewKeyDialogProps = {
  workspace: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onMade: (made: { name: string; secret: string }) => void;
};

export function NewKeyDialog({ workspace, open, onOpenChange, onMade }: NewKeyDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Make a key" description="It works at once and is shown this once.">
      <NewKeyForm
        workspace={workspace}
        onCancel={() => onOpenChange(false)}
        onMade={(made) => {
          onOpenChange(false);
          onMade(made);
        }}
      />
    </Dialog>
  );
}
