import { useLocale, useTranslations } from "next-intl";
import { When } from "@/components/time/when";
import { Button } from "@/components/ui/button";
import type { OpenProblem, SolvedProblem } from "@/lib/desk/panel/contract";
import { elapsedText } from "@/lib/kernel/durations";
import { CloserName } from "./closer-name";
import { solvedAfterMs } from "./closing";
import { reopened } from "./handled";

export type SolvedListProps = { solved: SolvedProblem[]; onReopen: ((problem: OpenProblem) => void) | undefined };

export function SolvedList({ solved, onReopen }: SolvedListProps) {
  const t = useTranslations("chat.problems");
  const ui = useTranslations("ui");
  return (
    <ul aria-label={t("solvedTitle")} className="mt-1 flex flex-col gap-2">
      {solved.map((problem) => (
        <li key={problem.id} className="flex items-start gap-2 rounded-lg border border-line bg-surface px-3 py-2.5 text-sm">
          <p className="min-w-0 flex-1 text-soft wrap-anywhere">
            <Closing problem={problem} /> <When at={problem.closedAt} className="text-xs" />
          </p>
          {onReopen && problem.closedBy.kind === "agent" && (
            <Button
              variant="ghost"
              className="-my-1"
              aria-label={t("undoOf", { event: problem.event })}
              onClick={() => onReopen(reopened(problem))}
            >
              {ui("undo")}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** "Payment failed, solved by Payment received, 12 min later" or "Payment failed, handled by Mia". */
function Closing({ problem }: { problem: SolvedProblem }) {
  const t = useTranslations("chat.problems");
  const locale = useLocale();
  const { event, closedBy } = problem;
  const parts = {
    problem: () => <bdi className="text-text">{event}</bdi>,
    by: () => (
      <span className="font-semibold text-text">
        <CloserName closedBy={closedBy} />
      </span>
    ),
  };
  if (closedBy.kind === "agent") return t.rich("handledBy", parts);
  return t.rich("solvedBy", { ...parts, later: elapsedText(solvedAfterMs(problem), locale, true) });
}
