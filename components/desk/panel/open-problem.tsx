import { useTranslations } from "next-intl";
import { useState } from "react";
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
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { OpenProblem as Problem } from "@/lib/desk/panel/contract";
import { quietLink } from "./classes";
import type { ProblemGroup } from "./problem-groups";

const foldedList = loader(() => import("./folded-list").then(({ FoldedList }) => FoldedList));

type Props = {
  group: ProblemGroup;
  /** Problems that events ended, and that stay for a moment. */
  ended: ReadonlySet<string>;
  /** How many rows of its properties are shown at first, and how many lines of each. */
  maxRows: number;
  lines: Lines;
  /** The key H marks the newest one. */
  hasKey: boolean;
  onHandled: ((problem: Problem) => void) | undefined;
  onGroupHandled: ((group: ProblemGroup) => void) | undefined;
};

/** An open problem: its newest event, how often it happened, and what was done about it. Several of one name are one, with their references inside. */
export function OpenProblem({ group, ended, maxRows, lines, hasKey, onHandled, onGroupHandled }: Props) {
  const t = useTranslations("chat.problems");
  const { outcomes } = usePressing();
  const keysEnabled = useKeysEnabled();
  const [isUnfolded, setUnfolded] = useState(false);
  const isFolded = group.count > 1;
  const List = useLoaded(isFolded ? foldedList : undefined, isUnfolded);
  const { event, lastAt, cameBack, latest } = group.newest;
  const count = isFolded ? group.count : group.newest.count;
  const hasEnded = group.problems.every(({ id }) => ended.has(id));
  const outcome = isFolded ? undefined : outcomeOn(outcomes, group.newest);
  const choices = group.problems.filter(({ id }) => !ended.has(id)).map((one) => one.latest);
  const last = <RelativeTime at={lastAt} ago={count > 1} />;
  return (
    <li {...slides} className="rounded-lg border border-problem-line bg-surface px-3 py-2.5">
      <div className="flex items-start gap-2">
        <h3 className="line-clamp-3 min-w-0 flex-1 font-semibold text-problem wrap-anywhere">{event}</h3>
        {count > 1 && (
          <span className="rounded-full bg-problem-strong px-[7px] font-semibold text-on-problem text-xs/[18px] tabular-nums">
            <span aria-hidden>{t("count", { count })}</span>
            <span className="sr-only">{t(isFolded ? "references" : "times", { count })}</span>
          </span>
        )}
        <span className="flex-none text-soft text-xs/5">
          {hasEnded ? t("ended") : count > 1 ? t.rich("last", { time: () => last }) : last}
        </span>
      </div>
      {cameBack && !isFolded && (
        <p className="mt-1">
          <Pill tone="bad">{t("cameBack")}</Pill>
        </p>
      )}
      {isFolded ? (
        <button type="button" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)} className={`mt-1 ${quietLink}`}>
          {isUnfolded ? t("hideReferences") : t("references", { count })}
        </button>
      ) : (
        <PropertyRows properties={latest.properties} maxRows={maxRows} lines={lines} />
      )}
      {isUnfolded && isFolded && List && <List group={group} ended={ended} onHandled={onHandled} />}
      {outcome && (
        <p className="mt-2 flex items-start gap-1.5 text-sm text-soft">
          <OutcomeLine outcome={outcome} hasLabel />
        </p>
      )}
      <ProblemButtons about={choices[0] ?? latest} choices={choices}>
        {onGroupHandled && (
          <Button variant="plain" className="text-sm" disabled={hasEnded} onClick={() => onGroupHandled(group)}>
            {t(isFolded ? "handleAll" : "handled")}
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
