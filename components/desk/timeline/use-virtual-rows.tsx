import type { Range, VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from "react";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { Listed } from "./listed";
import { estimateHeight } from "./row-height";
import { endThresholdPx } from "./use-position";
import type { ListOptions, Made } from "./virtual-list";

/** How many of the newest rows the server draws: more than any screen has. */
const firstRows = 30;
/** The padding of the scroll container above and below the list. */
export const paddingPx = 16;

// The newest rows can be read before it is there.
const virtualList = loader(() => import("./virtual-list").then(({ VirtualList }) => VirtualList));

type Start = Required<Pick<ListOptions, "initialMeasurementsCache" | "initialOffset" | "initialRect">>;

/**
 * What the browser made of the first rows, which the server sent in a reversed column: with their true heights the list begins where
 * they are, so that nothing moves.
 */
function startOf(log: HTMLElement, listed: readonly Listed[], margin: number): Start {
  const heights = new Map<number, number>();
  for (const row of log.querySelectorAll<HTMLElement>("[data-row]")) heights.set(Number(row.dataset["index"]), row.offsetHeight);
  const sizes = [...heights].map(
    ([index, size]): VirtualItem => ({ index, key: listed[index]?.id ?? index, size, start: 0, end: size, lane: 0 }),
  );
  const total = listed.reduce((sum, entry, index) => sum + (heights.get(index) ?? estimateHeight(entry, index)), margin + paddingPx);
  return {
    initialMeasurementsCache: sizes,
    // In a reversed column the offset counts up from the end, below zero.
    initialOffset: Math.max(0, total - log.clientHeight + log.scrollTop),
    initialRect: { width: 0, height: log.clientHeight },
  };
}

type Options = {
  log: RefObject<HTMLElement | null>;
  /** What is above the first row. */
  margin: number;
  /** The row that stays in the page wherever the reader is; -1 for none. */
  focused: number;
  /** Something was opened or closed: the line that was clicked stays in its place, also at the end. */
  isHeld: boolean;
};

/** What the rows above the first ones take until they are measured: so the list begins where it will, on the server too. */
const heightAbove = (listed: readonly Listed[]): number =>
  listed.slice(0, -firstRows).reduce((sum, entry, index) => sum + estimateHeight(entry, index), 0);

/**
 * The rows in and near the view. Until they are measured, on the server too, there is no list, and the rows are the newest ones.
 * `element` stands before what calls `read`. `holdBelow`: for a time in milliseconds, what is below a row of the upper half stays in its place
 * when the height of that row changes.
 */
export function useVirtualRows(listed: readonly Listed[], { log, margin, focused, isHeld }: Options) {
  const VirtualList = useLoaded(virtualList, true);
  const [start, setStart] = useState<Start | null>(null);
  const made = useRef<Made | null>(null);
  const rerender = useReducer((count: number) => count + 1, 0)[1];
  const getItemKey = useCallback((index: number) => listed[index]?.id ?? index, [listed]);
  const rangeExtractor = useCallback(
    ({ startIndex, endIndex, overscan, count }: Range) => {
      const first = Math.max(0, startIndex - overscan);
      const indexes = Array.from({ length: Math.min(count - 1, endIndex + overscan) - first + 1 }, (_, at) => first + at);
      return focused < 0 || indexes.includes(focused) ? indexes : [...indexes, focused].sort((a, b) => a - b);
    },
    [focused],
  );

  // Once, before the browser paints: at first, or when the code has come.
  const begin = useEffectEvent(() => setStart(log.current && startOf(log.current, listed, margin)));
  useLayoutEffect(() => {
    if (VirtualList) begin();
  }, [VirtualList]);

  const options = (from: Start): ListOptions => ({
    count: listed.length,
    getScrollElement: () => log.current,
    estimateSize: (index) => estimateHeight(listed[index], index),
    getItemKey,
    rangeExtractor,
    overscan: 8,
    scrollMargin: margin,
    anchorTo: isHeld ? "start" : "end",
    followOnAppend: !isHeld,
    scrollEndThreshold: endThresholdPx,
    ...from,
  });

  function read() {
    const { list, measure } = made.current ?? {};
    if (list)
      return {
        rows: list.getVirtualItems().map(({ index, start: top }) => ({ index, top: top - margin })),
        measure,
        style: { height: list.getTotalSize() },
      };
    const rows = listed.slice(-firstRows).map((_, at) => ({ index: Math.max(0, listed.length - firstRows) + at, top: null }));
    return { rows, measure: undefined, style: { paddingTop: heightAbove(listed) } };
  }

  const scrollToEnd = useCallback(() => {
    if (made.current) made.current.list.scrollToEnd();
    else if (log.current) log.current.scrollTop = 0;
  }, [log]);

  const holdBelow = useCallback((ms: number) => made.current?.holdBelow(ms), []);

  const scrollToRow = useCallback((index: number) => made.current?.list.scrollToIndex(index, { align: "center" }), []);

  const element = VirtualList && start && <VirtualList {...{ options: options(start), made, rerender }} />;
  return { element, read, isMeasured: start !== null, scrollToEnd, scrollToRow, holdBelow };
}
