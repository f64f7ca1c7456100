import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { useFixedRows } from "@/components/desk/shared/use-fixed-rows";
import type { ChatSummary } from "@/lib/chats/contract";
import { shiftOf } from "./frozen-order";

/** In pixels; every row has it. */
export const rowHeight = 64;

type Rows = {
  scroller: RefObject<HTMLDivElement | null>;
  chats: ChatSummary[];
  hasMore: boolean;
  pinnedIndex: number;
};

/**
 * The rows near the window, of any number. When pages are dropped and read again, placeholders keep the height down to what was on
 * the screen.
 */
export function useRows({ scroller, chats, hasMore, pinnedIndex }: Rows) {
  const lastEnd = useRef(0);
  const count = hasMore ? Math.max(chats.length, lastEnd.current + 1) : chats.length;
  const { indexes, end } = useFixedRows({ scroller, count, rowHeight, pinnedIndex });
  useEffect(() => {
    lastEnd.current = Math.max(0, end);
  }, [end]);
  useAnchored(scroller, chats);
  const items = indexes.map((index) => ({ index, key: chats[index]?.id ?? `placeholder ${index}`, start: index * rowHeight }));
  return { items, height: count * rowHeight, end };
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
