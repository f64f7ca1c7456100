import { ProblemButtons } from "@/components/chat/press/problem-buttons";
import { PropertyRows } from "@/components/chat/shared/property-rows";
import { RelativeTime } from "@/components/time/relative-time";
import type { PanelEvent } from "@/lib/domain/panel/contract";

export function ProblemEvent({ problem }: { problem: PanelEvent }) {
  const { event, occurredAt, properties } = problem;
  return (
    <li className="rounded-lg border border-problem-line bg-surface px-3 py-2.5">
      <div className="flex gap-2">
        <h3 className="min-w-0 flex-1 font-semibold text-problem wrap-anywhere">{event}</h3>
        <span className="text-soft text-xs/5">
          <RelativeTime at={occurredAt} />
        </span>
      </div>
      <PropertyRows properties={properties} />
      <ProblemButtons about={problem} />
    </li>
  );
}
