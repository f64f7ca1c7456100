import { canAnswer } from "./entries";
import type { Listed } from "./listed";
import { TimelineRow } from "./timeline-row";
import type { useFocusedRow } from "./use-focused-row";
import type { Shown } from "./use-found-item";
import type { useVirtualRows } from "./use-virtual-rows";

type Props = Pick<ReturnType<typeof useVirtualRows>, "read"> & {
  listed: readonly Listed[];
  isLoaded: boolean;
  focused: ReturnType<typeof useFocusedRow>;
  shown: Shown;
};

/** The rows in and near the view. */
export function TimelineRows({ listed, isLoaded, read, focused, shown }: Props) {
  const { rows, measure, style } = read();
  const lastRow = rows.findLast(({ index }) => {
    const entry = listed[index];
    return entry?.kind === "message" && canAnswer(entry);
  });
  return (
    <ol className="relative flex flex-none flex-col" style={style} onFocus={focused.onFocus} onBlur={focused.onBlur}>
      {rows.map(({ index, top }) => {
        const entry = listed[index];
        return (
          entry && (
            <TimelineRow
              key={entry.id}
              entry={entry}
              index={index}
              count={isLoaded ? listed.length : -1}
              top={top}
              isLast={index === lastRow?.index}
              found={entry.id !== shown.id ? null : shown.isMarked ? "marked" : "seen"}
              measure={measure}
            />
          )
        );
      })}
    </ol>
  );
}
