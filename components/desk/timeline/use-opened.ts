import { useCallback, useEffect, useState } from "react";

/** On a busy machine several frames pass before all new rows are measured. */
const holdMs = 400;

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

  useEffect(() => {
    if (!isHeld) return;
    const timer = setTimeout(() => {
      onMeasured();
      setHeld(false);
    }, holdMs);
    return () => clearTimeout(timer);
  }, [isHeld, onMeasured]);

  return { opened, toggle, isHeld };
}
