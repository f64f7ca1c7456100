"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import { type KeyboardEventHandler, type ReactNode, useRef } from "react";
import { overlay } from "@/components/ui/dialog-frame";
import { IconButton } from "@/components/ui/icon-button";

export type LayerProps = {
  isOpen: boolean;
  onClose: () => void;
  /** After the focus is back where it was. */
  onClosed?: () => void;
  title: string;
  isTitleHidden?: boolean;
  onKeyDown?: KeyboardEventHandler;
  children: ReactNode;
};

/** A dialog that a key opens. It has no trigger, so it remembers where the focus was and returns it there. */
export function Layer({ isOpen, onClose, onClosed, title, isTitleHidden = false, onKeyDown, children }: LayerProps) {
  const ui = useTranslations("ui");
  const before = useRef<Element | null>(null);

  function returnFocus(event: Event): void {
    event.preventDefault();
    const isLost = !before.current?.isConnected || before.current === document.body;
    const target = isLost ? document.getElementById("content") : before.current;
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    onClosed?.();
  }

  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            before.current = document.activeElement;
          }}
          onCloseAutoFocus={returnFocus}
          onKeyDown={onKeyDown}
          className="fixed top-[8dvh] left-1/2 z-40 flex max-h-[84dvh] w-[calc(100vw-2rem)] max-w-[600px] -translate-x-1/2 flex-col overflow-clip rounded-xl border border-line bg-surface outline-none"
        >
          <Radix.Title className={isTitleHidden ? "sr-only" : "py-4 ps-4 pe-14 text-lg"}>{title}</Radix.Title>
          {children}
          {/* Last, so that the first focus is on the content. */}
          <Radix.Close asChild>
            <IconButton label={ui("close")} className="absolute end-3 top-2.5">
              <X />
            </IconButton>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
