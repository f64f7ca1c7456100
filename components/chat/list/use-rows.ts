import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef } from "react";
import type { ChatSummary } from "@/lib/domain/chats/contract";
import { shiftOf } from "./still";

/** The height of every row in pixels: what changes inside of a row moves no other. */
export const rowHeight = 64;
/** What the server draws, which does not know the window. */
const firstRect = { width: 304, height: 900 };

type Rows = {
  scroller: RefObject<HTMLDivElement | null>;
  chats: ChatSummary[];
  hasMore: boolean;
  /** Drawn wherever the list is scrolled to, because the keyboard is there. */
  pinnedIndex: number;
};

/**
 * The rows near the window, of any number. When pages are dropped and read again, placeholders keep the height down to what was on
 * the screen.
 */
export function useRows({ scroller, chats, hasMore, pinnedIndex }: Rows) {
  const lastEnd = useRef(0);
  const count = hasMore ? Math.max(chats.length, lastEnd.current + 1) : chats.length;
  const getItemKey = useCallback((index: number) => chats[index]?.id ?? `placeholder ${index}`, [chats]);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey,
    initialRect: firstRect,
    overscan: 8,
    rangeExtractor: (range) => {
      const near = defaultRangeExtractor(range);
      return pinnedIndex < 0 || near.includes(pinnedIndex) ? near : [...near, pinnedIndex].sort((a, b) => a - b);
    },
  });
  const items = virtualizer.getVirtualItems();
  const end = virtualizer.range?.endIndex ?? 0;
  useEffect(() => {
    lastEnd.current = end;
  }, [end]);
  useAnchored(scroller, chats);
  return { virtualizer, items, height: virtualizer.getTotalSize(), end };
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
