import { Check, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { ProblemButtons } from "@/components/desk/press/problem-buttons";
import { PropertyRows } from "@/components/desk/shared/property-rows";
import { When } from "@/components/time/when";
import { type DigestProblem, digestGroups } from "./digest-groups";
import { problemStateOfAll } from "./problem-state";
import { SolvedText } from "./solved-text";
import { useTimelineState } from "./timeline-context";
import { Times } from "./times";

/** Like problems, the newest first. One that has ended is a line. */
function DigestProblems({ problems }: { problems: readonly DigestProblem[] }) {
  const t = useTranslations("chat.timeline");
  const { panel } = useTimelineState();
  const [newest] = problems;
  if (!newest) return null;
  const { eventId, event, properties, occurredAt } = newest;
  const state = problemStateOfAll(problems.toReversed(), panel);
  if (!state.isOpen) {
    return (
      <li className="flex items-start gap-2 px-3 py-0.5 text-soft text-sm">
        <Check aria-hidden className="mt-0.5 size-4 flex-none text-ok" />
        <span className="min-w-0 flex-1 wrap-anywhere">
          <SolvedText event={event} count={problems.length} occurredAt={occurredAt} closing={state.closing} />
        </span>
        <When at={occurredAt} className="flex-none text-xs/5" />
      </li>
    );
  }
  const time = <When at={occurredAt} />;
  return (
    <li className="rounded-md border border-problem-line bg-surface px-3 py-2">
      <div className="flex items-start gap-2">
        <h3 className="min-w-0 flex-1 font-semibold text-problem wrap-anywhere">{event}</h3>
        <Times count={problems.length} />
        <span className="text-soft text-xs/5">{problems.length > 1 ? t.rich("last", { time: () => time }) : time}</span>
      </div>
      <PropertyRows properties={properties} />
      <ProblemButtons about={{ id: eventId, event, properties }} />
    </li>
  );
}

/** What went wrong in the 24 hours before the chat began, as its first item. The customer never sees it. */
export function DigestCard({ problems, at }: { problems: readonly DigestProblem[]; at: string }) {
  const t = useTranslations("chat.digest");
  return (
    <div className="mt-3 rounded-lg border border-problem-line bg-problem-soft px-3 py-2.5">
      <div className="flex items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 flex-none text-problem" />
        <h2 className="min-w-0 flex-1 font-semibold text-problem">{t("title", { count: problems.length })}</h2>
        <When at={at} className="text-soft text-xs/5" />
      </div>
      <ul className="mt-2 flex flex-col gap-2">
        {digestGroups(problems).map((group) => (
          <DigestProblems key={group[0]?.eventId} problems={group} />
        ))}
      </ul>
    </div>
  );
}
