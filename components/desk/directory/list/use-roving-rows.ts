import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  PageDown: (index, last) => Math.min(index + 10, last),
  PageUp: (index) => Math.max(index - 10, 0),
  Home: () => 0,
  End: (_, last) => last,
};

type Rows = { body: RefObject<HTMLElement | null>; ids: readonly string[]; onMove: (index: number) => void };

/** One tab stop for all rows, which the arrow keys move. Each row's link has the row's id as `data-row`. */
export function useRovingRows({ body, ids, onMove }: Rows) {
  const [focused, setFocused] = useState<string | null>(null);
  const target = useRef<string | null>(null);
  const found = focused === null ? -1 : ids.indexOf(focused);
  const stop = ids.length === 0 ? -1 : Math.max(found, 0);

  // The row is drawn first, wherever it is.
  useEffect(() => {
    if (target.current === null) return;
    const link = body.current?.querySelector<HTMLElement>(`[data-row="${target.current}"]`);
    if (!link) return;
    link.focus({ preventScroll: true });
    target.current = null;
  });

  function onKeyDown(event: KeyboardEvent): void {
    const step = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey ? undefined : steps[event.key];
    if (!step || stop < 0) return;
    event.preventDefault();
    const index = step(stop, ids.length - 1);
    target.current = ids[index] ?? null;
    setFocused(target.current);
    onMove(index);
  }

  return { stop, onFocus: setFocused, onKeyDown };
}
