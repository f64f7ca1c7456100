import { Check, ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useId } from "react";
import { classes } from "@/components/ui/classes";
import type { Step } from "@/lib/desk/first-run/shared/steps";

type Props = {
  number: number;
  step: Step;
  /** Whether the list is the page: its heading is above this one. */
  isPage: boolean;
  isDone: boolean;
  isOpen: boolean;
  onToggle: () => void;
  /** What came of the step, also when it is closed. */
  outcome?: ReactNode;
  children: ReactNode;
};

/** One step: its line, and below it what is done there. A check mark replaces the number of a step that is done. */
export function StepRow({ number, step, isPage, isDone, isOpen, onToggle, outcome, children }: Props) {
  const t = useTranslations("firstRun");
  const id = useId();
  const Heading = isPage ? "h2" : "h3";
  return (
    <li>
      <Heading>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-12 w-full items-center gap-3 px-4 py-2.5 text-start -outline-offset-2 hover:bg-raised"
        >
          <span
            aria-hidden
            className={classes(
              "grid size-6 flex-none place-items-center rounded-full border text-xs tabular-nums",
              isDone ? "border-transparent bg-ok text-surface" : isOpen ? "border-accent text-accent" : "border-line text-soft",
            )}
          >
            {isDone ? <Check className="size-3.5" strokeWidth={3} /> : number}
          </span>
          <span className={classes("min-w-0 flex-1", isDone && !isOpen && "font-normal text-soft")}>
            {t(`titles.${step}`)}
            {isDone && <span className="sr-only">: {t("done")}</span>}
          </span>
          <ChevronDown aria-hidden className={classes("size-4 flex-none text-soft", isOpen && "rotate-180")} />
        </button>
      </Heading>
      {outcome && (
        <p role="status" className="-mt-1 px-4 pb-3 ps-[3.25rem] text-sm wrap-anywhere">
          {outcome}
        </p>
      )}
      <div id={id} hidden={!isOpen} className="px-4 pb-4 sm:ps-[3.25rem]">
        <p className="mb-3 max-w-[62ch] text-pretty text-soft">{t(`texts.${step}`)}</p>
        {isOpen && children}
      </div>
    </li>
  );
}
