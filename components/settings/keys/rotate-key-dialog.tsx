"use client";

import { Dialog } from "@/components/ui/dialog";
import { Named } from "@/components/ui/named";
import type { Key } from "@/lib/domain/keys/contract";
import { RotateKeyForm } from "./rotate-key-form";

type RotateKeyDialogProps = {
  workspace: string;
  apiKey: Key;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRotated: (secret: string) => void;
};

export function RotateKeyDialog({ workspace, apiKey, open, onOpenChange, onRotated }: RotateKeyDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Named text={`Rotate “${apiKey.name}”?`} name={apiKey.name} />}
      description="A new key takes its place, and is shown this once. When does the old one stop?"
    >
      <RotateKeyForm
        workspace={workspace}
        keyId={apiKey.id}
        onCancel={() => onOpenChange(false)}
        onRotated={(secret) => {
          onOpenChange(false);
          onRotated(secret);
        }}
      />
    </Dialog>
  );
}
