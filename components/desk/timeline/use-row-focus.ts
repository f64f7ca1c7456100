import { type RefObject, useEffect, useRef, useState } from "react";

const triedAgainMs = 50;
const maxTries = 20;

/** Returns what gives a row the focus, as soon as the list has scrolled to it. Whoever goes on by themselves is not taken back. */
export function useRowFocus(log: RefObject<HTMLElement | null>): (id: string) => void {
  const wanted = useRef<string | null>(null);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    const giveUp = () => {
      wanted.current = null;
    };
    const going = new AbortController();
    for (const type of ["keydown", "pointerdown"]) document.addEventListener(type, giveUp, { capture: true, signal: going.signal });
    return () => going.abort();
  }, []);

  // At every render, since one puts the row into the page. The search that led here may still keep the focus in itself.
  useEffect(() => {
    const row = wanted.current && log.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    row.focus({ preventScroll: true });
    const isOver = document.activeElement === row || tries >= maxTries;
    if (isOver) wanted.current = null;
    const timer = isOver ? undefined : setTimeout(() => setTries(tries + 1), triedAgainMs);
    return () => clearTimeout(timer);
  });

  return (id) => {
    wanted.current = id;
    setTries(0);
  };
}
