import { Check, TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useCommands } from "@/components/commands/use-commands";
import { usePanelHost } from "@/components/desk/shared/panel-host";
import { slides } from "@/components/desk/shared/slides";
import { loader, useLoaded } from "@/components/ui/use-loaded";
import type { OpenProblem as Problem, SolvedProblem } from "@/lib/desk/panel/contract";
import { quietLink } from "./classes";
import type { OlderListProps } from "./older-list";
import { OpenProblem } from "./open-problem";
import { groupsOf, type ProblemGroup } from "./problem-groups";
import type { SolvedListProps } from "./solved-list";
import { useHandled } from "./use-handled";

const solvedList = loader(() => import("./solved-list").then(({ SolvedList }) => SolvedList));
const collapsedCount = 3;
/** What each problem shows at first, when it is the only one and when it is not: the actions below stay in reach. */
const single = { maxRows: 4, lines: 3 } as const;
const among = { maxRows: 2, lines: 1 } as const;

const none: ReadonlySet<string> = new Set();

type Props = {
  /** The owner of the problems: the contact, or the person without one. */
  subjectId: string;
  problems: Problem[];
  /** All open ones; at most 100 are in `problems`. */
  count: number;
  /** Problems among `problems` that have ended, and stay until nobody aims at one. */
  ended?: ReadonlySet<string>;
  solved: SolvedProblem[];
  hasOlder: boolean;
};

/** The person's open problems, newest first, above everything else, and quietly those that ended. */
export function Problems({ subjectId, problems, count, ended = none, solved, hasOlder }: Props) {
  const t = useTranslations("chat.problems");
  const [showsAll, setShowsAll] = useState(false);
  const section = useRef<HTMLElement>(null);
  const handling = useHandled();
  const { isFrame } = usePanelHost();
  const groups = groupsOf(problems);
  const newest = groups.find((group) => group.problems.some(({ id }) => !ended.has(id)));

  /** The problems that were there when one of them was pressed with the focus in here. */
  const pressedIn = useRef<Problem[] | null>(null);

  function keepFocus() {
    pressedIn.current = section.current?.contains(document.activeElement) ? problems : null;
  }
  function handle(problem: Problem) {
    keepFocus();
    handling?.handle(problem);
  }
  function handleGroup(group: ProblemGroup) {
    keepFocus();
    if (group.count > 1) handling?.handleAll(group);
    else handling?.handle(group.newest);
  }

  // The pressed button goes with its problem: the focus stays in the section.
  useEffect(() => {
    if (pressedIn.current === null || pressedIn.current === problems) return;
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true });
    pressedIn.current = null;
  }, [problems]);

  useCommands(
    handling && newest
      ? [
          {
            id: "problem.handled",
            label: newest.count > 1 ? t("handleAllOf", { count: newest.count, event: newest.newest.event }) : t("handleNewest"),
            group: "actions",
            keys: "h",
            keywords: newest.newest.event,
            run: () => handleGroup(newest),
          },
        ]
      : [],
  );

  const isOpen = problems.length > 0;
  const shown = showsAll ? groups : groups.slice(0, collapsedCount);
  const hidden = groups.slice(collapsedCount).reduce((sum, group) => sum + group.count, 0);
  const hasContent = isOpen || solved.length > 0 || hasOlder;
  if (!hasContent) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="problems-title"
      className={`flex-none border-line border-b p-4 outline-none ${isOpen ? "bg-problem-soft shadow-[inset_3px_0_0_var(--color-problem-strong)]" : ""}`}
    >
      <h2
        className={`flex items-center gap-1.5 font-semibold text-xs tracking-[.02em] ${isOpen ? "mb-2 text-problem" : "sr-only text-soft"}`}
      >
        <TriangleAlert aria-hidden className="size-4" />
        <span id="problems-title">{t("title")}</span>
        {isOpen && <span className="rounded-full bg-problem-strong px-1.5 text-[11px]/[18px] text-on-problem tabular-nums">{count}</span>}
      </h2>
      {isOpen && (
        <ul className="flex flex-col gap-2">
          {shown.map((group) => (
            <OpenProblem
              key={group.newest.event}
              group={group}
              ended={ended}
              {...(shown.length > 1 ? among : single)}
              hasKey={handling !== null && !isFrame && group === newest}
              onHandled={handling ? handle : undefined}
              onGroupHandled={handling ? handleGroup : undefined}
            />
          ))}
        </ul>
      )}
      <div {...slides} className={`flex flex-col items-start gap-1 ${isOpen ? "mt-2 empty:mt-0" : ""}`}>
        {groups.length > collapsedCount && (
          <button type="button" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)} className={quietLink}>
            {showsAll ? t("fewer") : t("more", { count: hidden })}
          </button>
        )}
        <SolvedProblems solved={solved} onReopen={handling?.reopen} />
        {hasOlder && (
          <OlderProblems subjectId={subjectId} version={`${newest?.newest.latest.id ?? ""} ${count} ${solved[0]?.closedAt ?? ""}`} />
        )}
      </div>
    </section>
  );
}

const list = loader(() => import("./older-list").then(({ OlderList }) => OlderList));

/** Every problem event of the person, behind a quiet line. */
function OlderProblems(props: OlderListProps) {
  const t = useTranslations("chat.problems");
  const [isOpen, setOpen] = useState(false);
  const List = useLoaded(list, isOpen);
  return (
    <div {...slides}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={quietLink}>
        {t("older")}
      </button>
      {isOpen && List && <List {...props} />}
    </div>
  );
}

/** What was solved in the last 24 hours: a quiet line that opens. */
function SolvedProblems({ solved, onReopen }: SolvedListProps) {
  const t = useTranslations("chat.problems");
  const [isOpen, setOpen] = useState(false);
  const List = useLoaded(solved.length > 0 ? solvedList : undefined, isOpen);
  if (solved.length === 0) return null;
  return (
    <div {...slides}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={quietLink}>
        <Check aria-hidden className="size-4 text-ok" />
        {t("solved", { count: solved.length })}
      </button>
      {isOpen && List && <List solved={solved} onReopen={onReopen} />}
    </div>
  );
}
