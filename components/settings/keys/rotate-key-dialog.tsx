"use client";

import { useTranslations } from "next-intl";
import { bdi } from "@/components/ui/bdi";
import { Dialog } from "@/components/ui/dialog";
import type { Key } from "@/lib/workspace/keys/contract";
import { RotateKeyForm } from "./rotate-key-form";

type RotateKeyDialogProps = {
  workspace: string;
  apiKey: Key;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRotated: (secret: string) => void;
};

export function RotateKeyDialog({ workspace, apiKey, open, onOpenChange, onRotated }: RotateKeyDialogProps) {
  const t = useTranslations("settings.keys");
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t.rich("rotateTitle", { name: apiKey.name, bdi })} description={t("rotateBody")}>
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
