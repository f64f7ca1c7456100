"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { frame, overlay } from "./dialog-frame";
import { IconButton } from "./icon-button";

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** For content that a stray click must not close. */
  staysOnOutsidePress?: boolean;
  children: ReactNode;
  footer?: ReactNode;
};

/** A form that wraps body and footer is passed as `children`, with its buttons inside. */
export function Dialog({ open, onOpenChange, title, description, staysOnOutsidePress = false, children, footer }: DialogProps) {
  const t = useTranslations("ui");
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          className={frame}
          onInteractOutside={(event) => staysOnOutsidePress && event.preventDefault()}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          <header className="pt-4 pr-14 pb-3 pl-4">
            <Radix.Title className="wrap-anywhere text-lg">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1 text-pretty text-soft">{description}</Radix.Description>}
          </header>
          <div className="min-h-0 overflow-y-auto px-4 pt-1 pb-4">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3">{footer}</footer>}
          {/* Last, so that the first focus is on the dialog's content. */}
          <Radix.Close asChild>
            <IconButton label={t("close")} className="absolute top-3 right-3">
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
