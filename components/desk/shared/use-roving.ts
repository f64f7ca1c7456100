import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

type Options = {
  list: RefObject<HTMLElement | null>;
  ids: readonly string[];
  /** The row that is open. */
  chosen?: string | null;
};

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  PageDown: (index, last) => Math.min(index + 10, last),
  PageUp: (index) => Math.max(index - 10, 0),
  Home: () => 0,
  End: (_, last) => last,
};

/** One tab stop for all rows of a list, which the arrow keys move. Each row's link has the row's id as `data-row`. */
export function useRoving({ list, ids, chosen }: Options) {
  const [focused, setFocused] = useState("");
  const target = useRef("");
  const first = ids.length > 0 ? 0 : -1;
  const stop = [focused, chosen ?? ""].map((id) => ids.indexOf(id)).find((index) => index >= 0) ?? first;

  // The row is drawn first, wherever it is.
  useEffect(() => {
    if (!target.current || target.current !== focused) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${target.current}"]`);
    if (!row) return;
    row.focus({ preventScroll: true });
    target.current = "";
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
      const index = step(stop, ids.length - 1);
      target.current = ids[index] ?? "";
      setFocused(target.current);
      onMove(index);
    },
  };
}
