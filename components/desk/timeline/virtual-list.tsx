import { type ReactVirtualizer, type ReactVirtualizerOptions, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useRef } from "react";
import { flushSync } from "react-dom";

type Own = "observeElementRect" | "observeElementOffset" | "scrollToFn" | "onChange" | "useFlushSync";
export type ListOptions = Omit<ReactVirtualizerOptions<HTMLElement, HTMLLIElement>, Own>;
type Virtualizer = ReactVirtualizer<HTMLElement, HTMLLIElement>;
export type Made = { list: Virtualizer; measure: (row: HTMLLIElement | null) => void; holdBelow: (ms: number) => void };
type Props = { options: ListOptions; made: RefObject<Made | null>; rerender: () => void };

/**
 * For a time in milliseconds, what is below a row of the upper half keeps its place when the height of that row changes. By default it does so
 * only once all of the row is above the view.
 */
function holdBelow(list: Virtualizer, ms: number): void {
  list.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _, { scrollOffset, scrollRect }) =>
    start < (scrollOffset ?? 0) + (scrollRect?.height ?? 0) / 2;
  setTimeout(() => {
    list.shouldAdjustScrollPositionOnItemSizeChange = undefined;
  }, ms);
}

/**
 * The list of the rows that follow it. It draws nothing, so that they stay the same elements when its code arrives; React renders it before
 * them, so that they read it up to date.
 */
export function VirtualList({ options, made, rerender }: Props) {
  const isMeasuring = useRef(false);
  const list = useVirtualizer<HTMLElement, HTMLLIElement>({
    ...options,
    // The rows are rendered with the list, by what renders both.
    useFlushSync: false,
    // A row is measured while React commits, when nothing can be rendered at once.
    onChange: (_, isSync) => (isSync && !isMeasuring.current ? flushSync(rerender) : rerender()),
  });
  const { measureElement } = list;
  const measure = useCallback(
    (row: HTMLLIElement | null) => {
      isMeasuring.current = true;
      measureElement(row);
      isMeasuring.current = false;
    },
    [measureElement],
  );
  made.current = { list, measure, holdBelow: (ms) => holdBelow(list, ms) };
  return null;
}
