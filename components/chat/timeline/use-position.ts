import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react";

/** Where the reader is: at the end, further up, or more than a screen away from it. */
export type Position = "end" | "near" | "far";

/** Who is nearer to the end than this stays there. */
export const endThresholdPx = 80;

/** `isAtEnd` is for effects, which must not wait for a render. */
export function usePosition(log: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState<Position>("end");
  const isAtEnd = useRef(true);
  // The reader may have scrolled what the server sent, whose column is reversed: there the end is at zero.
  useLayoutEffect(() => {
    if (log.current) isAtEnd.current = log.current.scrollTop >= -endThresholdPx;
  }, [log]);
  const readPosition = useCallback(() => {
    if (!log.current) return;
    const { scrollHeight, clientHeight, scrollTop } = log.current;
    const below = scrollHeight - clientHeight - scrollTop;
    isAtEnd.current = below <= endThresholdPx;
    setPosition(isAtEnd.current ? "end" : below <= clientHeight ? "near" : "far");
  }, [log]);
  return { position, isAtEnd, readPosition };
}
