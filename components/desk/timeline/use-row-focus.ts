import { type RefObject, useEffect, useRef } from "react";

/** Returns what gives a row the focus, as soon as it is in the page and can have it. Whoever goes on by themselves is not taken back. */
export function useRowFocus(log: RefObject<HTMLElement | null>): (id: string) => void {
  const wanted = useRef<string | null>(null);

  useEffect(() => {
    const giveUp = () => {
      wanted.current = null;
    };
    const going = new AbortController();
    for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, giveUp, { capture: true, signal: going.signal });
    return () => going.abort();
  }, []);

  // At every render: one puts the row into the page, and one makes it focusable.
  useEffect(() => {
    const row = wanted.current && log.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"][tabindex]`);
    if (!row) return;
    row.focus({ preventScroll: true });
    wanted.current = null;
  });

  return (id) => {
    wanted.current = id;
  };
}
