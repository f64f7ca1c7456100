import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useLayoutEffect, useState } from "react";
import type { Listed } from "./listed";
import { estimateHeight } from "./row-height";
import { endThresholdPx } from "./use-position";

/** How many of the newest rows the server draws: more than any screen has. */
export const firstRows = 30;
/** The padding of the scroll container above and below the list. */
export const paddingPx = 16;
const overscan = 8;

type Start = { sizes: VirtualItem[]; offset: number; height: number };

/**
 * What the browser made of the first rows, which the server sent in a reversed column: with their true heights the list begins where
 * they are, so that nothing moves.
 */
function startOf(log: HTMLElement, listed: readonly Listed[], margin: number): Start {
  const heights = new Map<number, number>();
  for (const row of log.querySelectorAll<HTMLElement>("[data-row]")) heights.set(Number(row.dataset["index"]), row.offsetHeight);
  const sizes = [...heights].map(([index, size]) => ({ index, key: listed[index]?.id ?? index, size, start: 0, end: size, lane: 0 }));
  const total = listed.reduce((sum, entry, index) => sum + (heights.get(index) ?? estimateHeight(entry, index)), margin + paddingPx);
  // In a reversed column the offset counts up from the end, below zero.
  return { sizes, offset: Math.max(0, total - log.clientHeight + log.scrollTop), height: log.clientHeight };
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

/** The rows in and near the view. Until they are measured, on the server too, `start` is null, and the rows are the newest ones. */
export function useVirtualRows(listed: readonly Listed[], { log, margin, focused, isHeld }: Options) {
  const [start, setStart] = useState<Start | null>(null);
  const getItemKey = useCallback((index: number) => listed[index]?.id ?? index, [listed]);
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range);
      return focused < 0 || indexes.includes(focused) ? indexes : [...indexes, focused].sort((a, b) => a - b);
    },
    [focused],
  );
  const virtualizer = useVirtualizer<HTMLElement, HTMLLIElement>({
    enabled: start !== null,
    count: listed.length,
    getScrollElement: () => log.current,
    estimateSize: (index) => estimateHeight(listed[index], index),
    getItemKey,
    rangeExtractor,
    overscan,
    scrollMargin: margin,
    anchorTo: isHeld ? "start" : "end",
    followOnAppend: !isHeld,
    scrollEndThreshold: endThresholdPx,
    initialMeasurementsCache: start?.sizes ?? [],
    initialOffset: start?.offset ?? 0,
    initialRect: { width: 0, height: start?.height ?? 0 },
  });

  // Once, before the first paint of the browser's own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: Later rows are measured by the list.
  useLayoutEffect(() => {
    if (log.current) setStart(startOf(log.current, listed, margin));
  }, []);

  const rows =
    start === null
      ? listed.slice(-firstRows).map((_, at) => ({ index: Math.max(0, listed.length - firstRows) + at, top: null }))
      : virtualizer.getVirtualItems().map(({ index, start: top }) => ({ index, top: top - margin }));
  return { rows, isMeasured: start !== null, virtualizer, height: start === null ? undefined : virtualizer.getTotalSize() };
}
