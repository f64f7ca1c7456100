import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ChatSummary } from "@/lib/chats/contract";
import { shiftOf } from "./frozen-order";

/** The height of every row in pixels: what changes inside of a row moves no other. */
export const rowHeight = 64;
/** What the server draws, which does not know the window. */
const firstHeight = 900;
/** Rows drawn beyond each end of the window. */
const overscan = 8;

type Rows = {
  scroller: RefObject<HTMLDivElement | null>;
  chats: ChatSummary[];
  hasMore: boolean;
  /** Drawn wherever the list is scrolled to, because the keyboard is there. */
  pinnedIndex: number;
};

type Range = { first: number; end: number };

/**
 * The rows near the window, of any number. When pages are dropped and read again, placeholders keep the height down to what was on
 * the screen.
 */
export function useRows({ scroller, chats, hasMore, pinnedIndex }: Rows) {
  const lastEnd = useRef(0);
  const count = hasMore ? Math.max(chats.length, lastEnd.current + 1) : chats.length;
  const range = useRange(scroller);
  const end = Math.min(range.end, count - 1);
  useEffect(() => {
    lastEnd.current = Math.max(0, end);
  }, [end]);
  useAnchored(scroller, chats);

  const first = Math.max(0, Math.min(range.first, end) - overscan);
  const near = Array.from({ length: Math.min(end + overscan, count - 1) - first + 1 }, (_, at) => first + at);
  const indexes = pinnedIndex < 0 || near.includes(pinnedIndex) ? near : [...near, pinnedIndex].sort((a, b) => a - b);
  const items = indexes.map((index) => ({ index, key: chats[index]?.id ?? `placeholder ${index}`, start: index * rowHeight }));
  return { items, height: count * rowHeight, end };
}

/** The first and the last row in view. */
function useRange(scroller: RefObject<HTMLDivElement | null>): Range {
  const [range, setRange] = useState<Range>({ first: 0, end: Math.floor(firstHeight / rowHeight) });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    function read() {
      if (!scroller.current) return;
      const { scrollTop, clientHeight } = scroller.current;
      const next = { first: Math.floor(scrollTop / rowHeight), end: Math.floor((scrollTop + clientHeight) / rowHeight) };
      setRange((now) => (now.first === next.first && now.end === next.end ? now : next));
    }
    // At once, or a fast scroll would show nothing for a moment.
    const readAtOnce = () => flushSync(read);
    const observer = new ResizeObserver(read);
    observer.observe(element);
    element.addEventListener("scroll", readAtOnce, { passive: true });
    read();
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", readAtOnce);
    };
  }, [scroller]);
  return range;
}

/** Scrolls a row into view by as little as possible. */
export function showRow(scroller: HTMLElement | null, index: number): void {
  if (!scroller) return;
  const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight];
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (bottom > scroller.scrollTop + scroller.clientHeight) scroller.scrollTop = bottom - scroller.clientHeight;
}

/** Scrolls along when chats come or go above the visible ones. On top, the newest are what one looks for. */
function useAnchored(scroller: RefObject<HTMLDivElement | null>, chats: ChatSummary[]): void {
  const before = useRef<string[]>([]);
  useLayoutEffect(() => {
    const known = before.current;
    before.current = chats.map(({ id }) => id);
    const element = scroller.current;
    if (!element || element.scrollTop < rowHeight) return;
    const [first, count] = [Math.floor(element.scrollTop / rowHeight), Math.ceil(element.clientHeight / rowHeight)];
    const shift = shiftOf(known, before.current, { first, count });
    if (shift !== 0) element.scrollTop += shift * rowHeight;
  }, [scroller, chats]);
}
