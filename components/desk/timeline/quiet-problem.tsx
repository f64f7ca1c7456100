import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { When } from "@/components/time/when";
import type { Closing } from "./problem-state";
import { SolvedText } from "./solved-text";
import { useTimelineActions, useTimelineState } from "./timeline-context";

type Props = {
  /** What it is called among everything that can be opened. */
  name: string;
  event: string;
  count: number;
  occurredAt: string;
  closing: Closing | null;
  children: ReactNode;
};

/** A problem that has ended is one line, which opens to its card. */
export function QuietProblem({ name, event, count, occurredAt, closing, children }: Props) {
  const { toggle } = useTimelineActions();
  const isOpen = useTimelineState().opened.has(name);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => toggle(name)}
        className="flex min-h-8 w-full items-start gap-2 rounded-lg border border-line px-3 py-1.5 text-start text-soft text-sm hover:border-accent"
      >
        <Check aria-hidden className="mt-0.5 size-4 flex-none text-ok" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          <SolvedText event={event} count={count} occurredAt={occurredAt} closing={closing} />
        </span>
        <When at={occurredAt} className="flex-none text-xs/5" />
      </button>
      {isOpen && <div className="mt-1">{children}</div>}
    </>
  );
}
