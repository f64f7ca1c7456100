import { type RefObject, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";

/** What the server draws, which does not know the window. */
const firstHeight = 900;
/** Rows drawn beyond each end of the window. */
const overscan = 8;

type Rows = {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** In pixels. Every row has it: what changes inside of a row moves no other. */
  rowHeight: number;
  /** Drawn wherever the list is scrolled to, because the keyboard is there. */
  pinnedIndex: number;
};

type Range = { first: number; end: number };

/** The indexes of the rows near the window, of any number, and that of the last one in view. */
export function useFixedRows({ scroller, count, rowHeight, pinnedIndex }: Rows): { indexes: number[]; end: number } {
  const range = useRange(scroller, rowHeight);
  const end = Math.min(range.end, count - 1);
  const first = Math.max(0, Math.min(range.first, end) - overscan);
  const near = Array.from({ length: Math.min(end + overscan, count - 1) - first + 1 }, (_, at) => first + at);
  const indexes = pinnedIndex < 0 || near.includes(pinnedIndex) ? near : [...near, pinnedIndex].sort((a, b) => a - b);
  return { indexes, end };
}

/** The first and the last row in view. */
function useRange(scroller: RefObject<HTMLElement | null>, rowHeight: number): Range {
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
  }, [scroller, rowHeight]);
  return range;
}

/** Scrolls a row into view by as little as possible, below what stays on top of the list. */
export function showRow(scroller: HTMLElement | null, index: number, rowHeight: number, headHeight = 0): void {
  if (!scroller) return;
  const top = index * rowHeight;
  const minTop = top + rowHeight + headHeight - scroller.clientHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (minTop > scroller.scrollTop) scroller.scrollTop = minTop;
}
