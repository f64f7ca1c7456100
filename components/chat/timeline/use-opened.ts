import { useCallback, useEffect, useState } from "react";

/**
 * What the reader opened, by name: it stays open when its row leaves the page and comes back. `isHeld` is true while a change is
 * being measured.
 */
export function useOpened(onMeasured: () => void) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [isHeld, setHeld] = useState(false);
  const toggle = useCallback((name: string) => {
    setHeld(true);
    setOpened((names) => {
      const next = new Set(names);
      if (!next.delete(name)) next.add(name);
      return next;
    });
  }, []);

  // The new rows are measured after they are laid out, which the second frame is sure to come after.
  useEffect(() => {
    if (!isHeld) return;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        onMeasured();
        setHeld(false);
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [isHeld, onMeasured]);

  return { opened, toggle, isHeld };
}
