"use client";

import { Dialog } from "@/components/ui/dialog";
import { Named } from "@/components/ui/named";
import type { Key } from "@/lib/domain/keys/contract";
import { RenameKeyForm } from "./rename-key-form";

type RenameKeyDialogProps = { workspace: string; apiKey: Key; open: boolean; onOpenChange: (open: boolean) => void };

export function RenameKeyDialog({ workspace, apiKey, open, onOpenChange }: RenameKeyDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<Named text={`Rename “${apiKey.name}”`} name={apiKey.name} />}
      description="The key goes on working."
    >
      <RenameKeyForm workspace={workspace} apiKey={apiKey} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}
