import { useTranslations } from "next-intl";
import type { MouseEvent, ReactNode } from "react";
import { toast } from "@/components/ui/toast";
import { useKeysEnabled } from "./keys-setting";
import { commandsNow } from "./registry";

export type Undoable = { id: string; text: ReactNode; at: number; isOver: boolean; undo: () => void };

/** In a frame, where no key works, there is no command. */
const keyNow = (): string | undefined => commandsNow().find(({ id }) => id === "undo")?.keys;

function Label() {
  const t = useTranslations("ui");
  const keysEnabled = useKeysEnabled();
  const key = keyNow();
  return (
    <>
      {t("undo")}
      {keysEnabled && key !== undefined && (
        <kbd aria-hidden className="ms-1.5 rounded-sm border px-1 font-sans text-xs opacity-80 pointer-coarse:hidden">
          {key.toUpperCase()}
        </kbd>
      )}
    </>
  );
}

function Undone() {
  const t = useTranslations("ui");
  return t("undone");
}

export function showUndoable({ id, text, isOver, undo }: Undoable, duration: number): void {
  if (isOver) return;
  function onClick(event: MouseEvent): void {
    // The toast stays, to say that it is undone.
    event.preventDefault();
    undo();
  }
  toast(text, { id, duration, action: { label: <Label />, onClick } });
}

/** In the place of what was done. */
export const showUndone = (id: string): void => toast(<Undone />, { id, action: undefined, duration: 2_000 });
