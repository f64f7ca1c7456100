"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { SecretText } from "./secret-text";

type SecretDialogProps = {
  title: ReactNode;
  /** The kind of secret: "API key", "Link". */
  label: string;
  copyLabel: string;
  /** The dialog is open while this is defined. */
  secret: string | undefined;
  onClose: () => void;
  /** Whether it is passed on rather than stored. */
  isPassedOn?: boolean;
  /** What it can be used for at once. */
  use?: ReactNode;
  /** How to use the secret, and that it will not be shown again. */
  children: ReactNode;
};

/** Only its button closes it: a secret that is shown once must not vanish by accident. */
export function SecretDialog({ title, label, copyLabel, secret, onClose, isPassedOn = false, use, children }: SecretDialogProps) {
  const t = useTranslations("ui");
  return (
    <Dialog
      open={secret !== undefined}
      onOpenChange={onClose}
      hasOwnWayOut
      title={title}
      description={children}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t(isPassedOn ? "done" : "stored")}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-raised py-2 pe-2 ps-3">
        <SecretText label={label} text={secret ?? ""} />
        <CopyButton text={secret ?? ""} label={copyLabel} />
      </div>
      {use && <div className="mt-5">{use}</div>}
    </Dialog>
  );
}
