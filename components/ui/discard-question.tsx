"use client";

import { useTranslations } from "next-intl";
import { useEffect, useId, useRef } from "react";
import { Button } from "./button";

/** Takes the place of a dialog's content. The way back is the first and the focused one. */
export function DiscardQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }) {
  const t = useTranslations("ui");
  const [title, text] = [useId(), useId()];
  const keepButton = useRef<HTMLButtonElement>(null);
  useEffect(() => keepButton.current?.focus(), []);

  return (
    <div role="alertdialog" aria-labelledby={title} aria-describedby={text}>
      <div className="p-4">
        <h2 id={title} className="text-lg">
          {t("discardTitle")}
        </h2>
        <p id={text} className="mt-1 text-soft">
          {t("discardText")}
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-line border-t px-4 py-3">
        <Button ref={keepButton} onClick={onKeep}>
          {t("keepEditing")}
        </Button>
        <Button variant="danger" onClick={onDiscard}>
          {t("discard")}
        </Button>
      </div>
    </div>
  );
}
