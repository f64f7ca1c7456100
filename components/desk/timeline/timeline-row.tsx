import { memo, type Ref } from "react";
import { classes } from "@/components/ui/classes";
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
  /** A search led to it: it gets the focus, and is marked for a moment. */
  found: "marked" | "seen" | null;
  measure: Ref<HTMLLIElement> | undefined;
};

// Not by Tab, but by what leads to it.
const focusable = { tabIndex: -1 };
const foundLook = "rounded-lg transition-[background-color,outline-color] duration-500 motion-reduce:transition-none";
const markedLook = "bg-accent-soft outline-2 outline-accent";

/** One row of the list. It holds the margins of its content, so that its height is all of it. */
export const TimelineRow = memo(function TimelineRow({ entry, index, count, top, isLast, found, measure }: Props) {
  return (
    <li
      ref={measure}
      {...(found !== null && focusable)}
      data-index={index}
      data-row={entry.id}
      aria-posinset={index + 1}
      aria-setsize={count}
      // No transform: it would catch tooltips, and they would be clipped.
      style={top === null ? undefined : { top }}
      className={classes(
        "flex w-full flex-col",
        top !== null && "absolute start-0",
        found !== null && foundLook,
        found === "marked" && markedLook,
      )}
    >
      {entry.day !== null && index > 0 && <DayLine day={entry.day} />}
      <TimelineEntry entry={entry} isLast={isLast} />
    </li>
  );
});
