import type { Range, VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef, useState } from "react";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { Listed } from "./listed";
import { estimateHeight } from "./row-height";
import { endThresholdPx } from "./use-position";
import type { ListOptions, makeVirtualList } from "./virtual-list";

/** How many of the newest rows the server draws: more than any screen has. */
const firstRows = 30;
/** The padding of the scroll container above and below the list. */
export const paddingPx = 16;

// The newest rows can be read before it is there.
const maker = loader(() => import("./virtual-list").then(({ makeVirtualList: make }) => make));

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

type Made = ReturnType<typeof makeVirtualList> & { start: Start };

/** What the rows above the first ones take until they are measured: so the list begins where it will, on the server too. */
const heightAbove = (listed: readonly Listed[]): number =>
  listed.slice(0, -firstRows).reduce((sum, entry, index) => sum + estimateHeight(entry, index), 0);

/** The rows in and near the view. Until they are measured, on the server too, there is no list, and the rows are the newest ones. */
export function useVirtualRows(listed: readonly Listed[], { log, margin, focused, isHeld }: Options) {
  const make = useLoaded(maker, true);
  const [made, setMade] = useState<Made | null>(null);
  const list = useRef<Made["list"] | null>(null);
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
  const options = (start: Start): ListOptions => ({
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
    ...start,
  });
  made?.setOptions(options(made.start));

  // Once, before the browser paints: at first, or when the code has come.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Later rows are measured by the list.
  useLayoutEffect(() => {
    if (!log.current || !make) return;
    const start = startOf(log.current, listed, margin);
    const next = make(options(start), rerender);
    list.current = next.list;
    setMade({ ...next, start });
  }, [make]);
  useLayoutEffect(() => made?.list._didMount(), [made]);
  useLayoutEffect(() => made?.list._willUpdate());

  const scrollToEnd = useCallback(() => {
    if (list.current) list.current.scrollToEnd();
    else if (log.current) log.current.scrollTop = 0;
  }, [log]);

  const scrollToRow = useCallback((index: number) => list.current?.scrollToIndex(index, { align: "center" }), []);

  const rows = made
    ? made.list.getVirtualItems().map(({ index, start: top }) => ({ index, top: top - margin }))
    : listed.slice(-firstRows).map((_, at) => ({ index: Math.max(0, listed.length - firstRows) + at, top: null }));
  const style = made ? { height: made.list.getTotalSize() } : { paddingTop: heightAbove(listed) };
  return { rows, isMeasured: made !== null, scrollToEnd, scrollToRow, measure: made?.list.measureElement, style };
}
