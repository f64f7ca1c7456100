import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { ChatSummary } from "@/lib/chats/contract";

type List = {
  list: RefObject<HTMLUListElement | null>;
  chats: ChatSummary[];
  chosen: string | null;
};

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** One tab stop for the whole list, which the arrow keys move. */
export function useRoving({ list, chats, chosen }: List) {
  const [focused, setFocused] = useState<string | null>(null);
  const target = useRef<string | null>(null);
  const indexOf = (id: string | null) => (id === null ? -1 : chats.findIndex((chat) => chat.id === id));
  const found = [indexOf(focused), indexOf(chosen), 0].find((index) => index >= 0) ?? 0;
  const stop = chats.length === 0 ? -1 : found;

  // The row is drawn first, wherever it is.
  useEffect(() => {
    if (target.current === null || target.current !== focused) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-chat="${target.current}"]`);
    if (!row) return;
    row.focus({ preventScroll: true });
    target.current = null;
  });

  return {
    /** The index of the row that Tab reaches. */
    stop,
    onFocus: setFocused,
    /** Calls `onMove` with the index of the row that gets the focus. */
    onKeyDown(event: KeyboardEvent, onMove: (index: number) => void): void {
      const step = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey ? undefined : steps[event.key];
      if (!step || stop < 0) return;
      event.preventDefault();
      const index = step(stop, chats.length - 1);
      target.current = chats[index]?.id ?? null;
      setFocused(target.current);
      onMove(index);
    },
  };
}
