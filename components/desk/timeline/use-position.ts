import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Where the reader is: at the end, further up, or more than a screen away from it. */
export type Position = "end" | "near" | "far";

/** A reader who is nearer to the end than this stays there. */
export const endThresholdPx = 80;

/** `isAtEnd` is for effects, which must not wait for a render. */
export function usePosition(log: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState<Position>("end");
  const isAtEnd = useRef(true);
  const take = useCallback((below: number, clientHeight: number) => {
    isAtEnd.current = below <= endThresholdPx;
    setPosition(isAtEnd.current ? "end" : below <= clientHeight ? "near" : "far");
  }, []);
  // The column of what the server sent is reversed: there the end is at zero.
  const readReversed = useCallback(() => {
    if (log.current) take(-log.current.scrollTop, log.current.clientHeight);
  }, [log, take]);
  const readPosition = useCallback(() => {
    if (!log.current) return;
    const { scrollHeight, clientHeight, scrollTop } = log.current;
    take(scrollHeight - clientHeight - scrollTop, clientHeight);
  }, [log, take]);
  // The reader may have scrolled before the page's scripts ran.
  useLayoutEffect(readReversed, [readReversed]);
  return { position, isAtEnd, readPosition, readReversed };
}
