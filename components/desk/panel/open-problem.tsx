import { useTranslations } from "next-intl";
import { useKeysEnabled } from "@/components/commands/keys-setting";
import { outcomeOn } from "@/components/desk/press/last-outcome";
import { OutcomeLine } from "@/components/desk/press/outcome-line";
import { usePressing } from "@/components/desk/press/pressing";
import { ProblemButtons } from "@/components/desk/press/problem-buttons";
import { PropertyRows } from "@/components/desk/shared/property-rows";
import type { Lines } from "@/components/desk/shared/property-value";
import { slides } from "@/components/desk/shared/slides";
import { RelativeTime } from "@/components/time/relative-time";
import { Button } from "@/components/ui/button";
import { Pill } from "@/components/ui/pill";
import type { OpenProblem as Problem } from "@/lib/desk/panel/contract";

type Props = {
  problem: Problem;
  /** An event ended it, and it stays for a moment. */
  hasEnded: boolean;
  /** How many rows of its properties are shown at first, and how many lines of each. */
  maxRows: number;
  lines: Lines;
  /** The key H marks the newest one. */
  hasKey: boolean;
  onHandled: ((problem: Problem) => void) | undefined;
};

/** An open problem: its newest event, how often it happened, and what was done about it. */
export function OpenProblem({ problem, hasEnded, maxRows, lines, hasKey, onHandled }: Props) {
  const t = useTranslations("chat.problems");
  const { outcomes } = usePressing();
  const keysEnabled = useKeysEnabled();
  const { event, count, lastAt, cameBack, latest } = problem;
  const outcome = outcomeOn(outcomes, problem);
  const last = <RelativeTime at={lastAt} ago={count > 1} />;
  return (
    <li {...slides} className="rounded-lg border border-problem-line bg-surface px-3 py-2.5">
      <div className="flex items-start gap-2">
        <h3 className="line-clamp-3 min-w-0 flex-1 font-semibold text-problem wrap-anywhere">{event}</h3>
        {count > 1 && (
          <span className="rounded-full bg-problem-strong px-[7px] font-semibold text-on-problem text-xs/[18px] tabular-nums">
            <span aria-hidden>{t("count", { count })}</span>
            <span className="sr-only">{t("times", { count })}</span>
          </span>
        )}
        <span className="flex-none text-soft text-xs/5">
          {hasEnded ? t("ended") : count > 1 ? t.rich("last", { time: () => last }) : last}
        </span>
      </div>
      {cameBack && (
        <p className="mt-1">
          <Pill tone="bad">{t("cameBack")}</Pill>
        </p>
      )}
      <PropertyRows properties={latest.properties} maxRows={maxRows} lines={lines} />
      {outcome && (
        <p className="mt-2 flex items-start gap-1.5 text-sm text-soft">
          <OutcomeLine outcome={outcome} hasLabel />
        </p>
      )}
      <ProblemButtons about={latest}>
        {onHandled && (
          <Button variant="plain" className="text-sm" disabled={hasEnded} onClick={() => onHandled(problem)}>
            {t("handled")}
            {hasKey && keysEnabled && (
              <span aria-hidden className="pointer-coarse:hidden font-normal text-soft text-xs">
                {t("handledKey")}
              </span>
            )}
          </Button>
        )}
      </ProblemButtons>
    </li>
  );
}
