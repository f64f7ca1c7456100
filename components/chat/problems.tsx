import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import type { PanelEvent } from "@/lib/chats/contract";
import { ProblemEvent } from "./problem-event";

const fewest = 3;

/** What went wrong for this person, newest first and above everything else. It slides in, so that nobody is startled. */
export function Problems({ problems, count }: { problems: PanelEvent[]; count: number }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? problems : problems.slice(0, fewest);
  return (
    <div
      className={`grid flex-none transition-[grid-template-rows] duration-200 motion-reduce:transition-none ${count > 0 ? "grid-rows-[1fr]" : "grid-rows-[0fr]"}`}
    >
      <div className="min-h-0 overflow-hidden">
        {count > 0 && (
          <section
            aria-labelledby="problems-title"
            className="border-line border-b bg-problem-soft p-4 shadow-[inset_3px_0_0_var(--color-problem-strong)]"
          >
            <h2 className="mb-2 flex items-center gap-1.5 font-semibold text-problem text-xs tracking-[.02em]">
              <TriangleAlert className="size-4" />
              <span id="problems-title">Problems</span>
              <span className="rounded-full bg-problem-strong px-1.5 text-[11px]/[18px] text-on-problem tabular-nums">{count}</span>
            </h2>
            <ul className="flex flex-col gap-2">
              {shown.map((problem) => (
                <ProblemEvent key={problem.id} problem={problem} />
              ))}
            </ul>
            {problems.length > fewest && (
              <button
                type="button"
                aria-expanded={showsAll}
                onClick={() => setShowsAll(!showsAll)}
                className="mt-2 rounded-sm font-semibold text-sm text-problem underline-offset-2 hover:underline"
              >
                {showsAll ? "Show fewer" : `Show ${problems.length - fewest} more`}
              </button>
            )}
            {showsAll && count > problems.length && <p className="mt-1 text-problem text-xs">The newest {problems.length} are shown.</p>}
          </section>
        )}
      </div>
    </div>
  );
}
