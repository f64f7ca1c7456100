import { memo, type Ref } from "react";
import { DayLine } from "./day-line";
import type { Listed } from "./listed";
import { TimelineEntry } from "./timeline-entry";

type Props = {
  entry: Listed;
  index: number;
  /** How many rows there are; -1 while more can be loaded. */
  count: number;
  /** Where it begins; null before the rows are measured, when they simply follow each other. */
  top: number | null;
  isLast: boolean;
  measure: Ref<HTMLLIElement> | undefined;
};

/** One row of the list. It holds the margins of its content, so that its height is all of it. */
export const TimelineRow = memo(function TimelineRow({ entry, index, count, top, isLast, measure }: Props) {
  return (
    <li
      ref={measure}
      data-index={index}
      data-row={entry.id}
      aria-posinset={index + 1}
      aria-setsize={count}
      // No transform: it would catch tooltips, and they would be clipped.
      style={top === null ? undefined : { top }}
      className={`flex w-full flex-col ${top === null ? "" : "absolute start-0"}`}
    >
      {entry.day !== null && index > 0 && <DayLine day={entry.day} />}
      <TimelineEntry entry={entry} isLast={isLast} />
    </li>
  );
});
