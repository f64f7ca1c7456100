"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import { useEffect, useRef, useState } from "react";
import { frame, overlay } from "./dialog-frame";
import type { DialogProps } from "./dialog-props";
import { DiscardQuestion } from "./discard-question";
import { IconButton } from "./icon-button";
import { returnFocus } from "./return-focus";

export function DialogWindow({
  open,
  onOpenChange,
  title,
  description,
  staysOnOutsidePress = false,
  hasOwnWayOut = false,
  hasUnsavedChanges = false,
  children,
  footer,
}: DialogProps) {
  const t = useTranslations("ui");
  const { isAsking, ask, goBack } = useAsking(open && hasUnsavedChanges);

  function change(next: boolean) {
    if (next) onOpenChange(true);
    else if (isAsking) goBack();
    else if (hasUnsavedChanges) ask();
    else if (!hasOwnWayOut) onOpenChange(false);
  }

  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        {/* Pressing it would take the focus out of a dialog that stays. */}
        <Radix.Overlay className={overlay} onMouseDown={(event) => event.preventDefault()} />
        <Radix.Content
          {...returnFocus}
          className={frame}
          onInteractOutside={(event) => (staysOnOutsidePress || isAsking) && event.preventDefault()}
          {...(description ? {} : { "aria-describedby": undefined })}
        >
          {/* What was entered stays in the hidden form. */}
          <div className={isAsking ? "hidden" : "contents"}>
            <header className="ps-4 pe-14 pt-4 pb-3">
              <Radix.Title className="wrap-anywhere text-lg">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-pretty text-soft">{description}</Radix.Description>}
            </header>
            <div className="min-h-0 overflow-y-auto px-4 pt-1 pb-4">{children}</div>
            {footer && <footer className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3">{footer}</footer>}
            {/* Last, so that the first focus is on the dialog's content. */}
            {!hasOwnWayOut && (
              <Radix.Close asChild>
                <IconButton label={t("close")} className="absolute end-3 top-3">
                  <X />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          {isAsking && <DiscardQuestion onKeep={goBack} onDiscard={() => onOpenChange(false)} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Whether the dialog asks before it closes. After going back, the focus is where it was. */
function useAsking(hasUnsavedChanges: boolean) {
  const [isAsking, setAsking] = useState(false);
  const focused = useRef<Element | null>(null);
  if (isAsking && !hasUnsavedChanges) setAsking(false);

  useEffect(() => {
    if (isAsking || !(focused.current instanceof HTMLElement)) return;
    focused.current.focus();
    focused.current = null;
  }, [isAsking]);

  function ask() {
    focused.current = document.activeElement;
    setAsking(true);
  }
  return { isAsking, ask, goBack: () => setAsking(false) };
}
