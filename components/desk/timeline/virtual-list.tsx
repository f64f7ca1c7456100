import { type ReactVirtualizer, type ReactVirtualizerOptions, useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useRef } from "react";
import { flushSync } from "react-dom";

type Own = "observeElementRect" | "observeElementOffset" | "scrollToFn" | "onChange" | "useFlushSync";
export type ListOptions = Omit<ReactVirtualizerOptions<HTMLElement, HTMLLIElement>, Own>;
export type Made = { list: ReactVirtualizer<HTMLElement, HTMLLIElement>; measure: (row: HTMLLIElement | null) => void };
type Props = { options: ListOptions; made: RefObject<Made | null>; rerender: () => void };

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
  made.current = { list, measure };
  return null;
}
