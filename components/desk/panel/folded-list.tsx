import { useTranslations } from "next-intl";
import { useState } from "react";
import { outcomeOn } from "@/components/desk/press/last-outcome";
import { OutcomeLine } from "@/components/desk/press/outcome-line";
import { usePressing } from "@/components/desk/press/pressing";
import { lineOf } from "@/components/desk/shared/properties";
import { RelativeTime } from "@/components/time/relative-time";
import { Button } from "@/components/ui/button";
import type { OpenProblem } from "@/lib/desk/panel/contract";
import { quietLink } from "./classes";
import type { ProblemGroup } from "./problem-groups";

const step = 20;

type Props = { group: ProblemGroup; ended: ReadonlySet<string>; onHandled: ((problem: OpenProblem) => void) | undefined };

/** The problems of one name, a line each, the newest first; what is not loaded comes once these are handled. */
export function FoldedList({ group: { newest, problems, count }, ended, onHandled }: Props) {
  const t = useTranslations("chat.problems");
  const common = useTranslations("common");
  const { outcomes } = usePressing();
  const [limit, setLimit] = useState(step);
  const shown = Math.min(limit, problems.length);
  return (
    <>
      <ul aria-label={t("listOf", { event: newest.event })} className="mt-1.5 flex flex-col text-sm">
        {problems.slice(0, limit).map((problem) => {
          const line = lineOf(problem.latest.properties);
          const outcome = outcomeOn(outcomes, problem);
          return (
            <li key={problem.id} className="flex items-start gap-2 border-problem-line border-t py-1">
              <div className="min-w-0 flex-1 py-1.5">
                <p className="tabular-nums wrap-anywhere">
                  <bdi>{line || problem.event}</bdi>
                  {problem.count > 1 && ` ${t("count", { count: problem.count })}`}
                </p>
                {problem.cameBack && <p className="text-problem text-xs">{t("cameBack")}</p>}
                {outcome && (
                  <p className="flex items-start gap-1.5 text-soft text-xs">
                    <OutcomeLine outcome={outcome} hasLabel />
                  </p>
                )}
              </div>
              <span className="flex-none py-1.5 text-soft text-xs/5">
                {ended.has(problem.id) ? t("ended") : <RelativeTime at={problem.lastAt} />}
              </span>
              {onHandled && (
                <Button
                  variant="ghost"
                  className="text-sm"
                  aria-label={t("handledOf", { problem: line || problem.event })}
                  disabled={ended.has(problem.id)}
                  onClick={() => onHandled(problem)}
                >
                  {t("handled")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {shown < problems.length ? (
        <button type="button" className={quietLink} onClick={() => setLimit(limit + step)}>
          {common("showMore")}
        </button>
      ) : (
        count > shown && <p className="text-problem text-xs tabular-nums">{t("shown", { shown, count })}</p>
      )}
    </>
  );
}
