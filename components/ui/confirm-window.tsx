"use client";

import { useTranslations } from "next-intl";
import { AlertDialog as Radix } from "radix-ui";
import { Alert } from "./alert";
import { Button } from "./button";
import { frame, overlay } from "./dialog-frame";
import type { ConfirmDialogProps } from "./dialog-props";
import { returnFocus } from "./return-focus";

export function ConfirmWindow({
  open,
  onOpenChange,
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger,
  busy,
  error,
  onConfirm,
}: ConfirmDialogProps) {
  const t = useTranslations("common");
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content {...returnFocus} className={frame}>
          <div className="min-h-0 overflow-y-auto p-4">
            <Radix.Title className="wrap-anywhere text-lg">{title}</Radix.Title>
            <Radix.Description asChild>
              <div className="mt-1 text-soft">{children}</div>
            </Radix.Description>
            {error !== undefined && <Alert className="mt-3">{error}</Alert>}
          </div>
          <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3">
            <Radix.Cancel asChild>
              <Button>{cancelLabel ?? t("cancel")}</Button>
            </Radix.Cancel>
            <Button variant={danger ? "danger" : "primary"} busy={busy ?? false} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
