import { elementScroll, observeElementOffset, observeElementRect, Virtualizer, type VirtualizerOptions } from "@tanstack/react-virtual";
import { flushSync } from "react-dom";

type Options = VirtualizerOptions<HTMLElement, HTMLLIElement>;
export type ListOptions = Omit<Options, "observeElementRect" | "observeElementOffset" | "scrollToFn" | "onChange">;
type VirtualList = Virtualizer<HTMLElement, HTMLLIElement>;

/** What the library's own hook does, for a list that exists only once its code is loaded. */
export function makeVirtualList(first: ListOptions, rerender: () => void) {
  let isMeasuring = false;
  const full = (options: ListOptions): Options => ({
    ...options,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    // A row is measured while React commits, when nothing can be rendered at once.
    onChange: (_, isSync) => (isSync && !isMeasuring ? flushSync(rerender) : rerender()),
  });
  const list: VirtualList = new Virtualizer(full(first));
  const { measureElement } = list;
  list.measureElement = (row) => {
    isMeasuring = true;
    try {
      measureElement(row);
    } finally {
      isMeasuring = false;
    }
  };
  return { list, setOptions: (options: ListOptions) => list.setOptions(full(options)) };
}
