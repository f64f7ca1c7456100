import { Check } from "lucide-react";
import { useTranslations } from "next-intl";
import { classes } from "@/components/ui/classes";

/** From a file to its contacts. */
const importSteps = ["file", "columns", "check", "run"] as const;
export type ImportStep = (typeof importSteps)[number];

/** Where an import is; `isOver` when there is nothing left to do. */
export function ImportSteps({ current, isOver = false }: { current: ImportStep; isOver?: boolean }) {
  const t = useTranslations("imports.steps");
  const at = importSteps.indexOf(current);
  return (
    <ol aria-label={t("label")} className="mb-5 grid grid-cols-2 gap-2 min-[360px]:grid-cols-4">
      {importSteps.map((step, index) => {
        const isDone = index < at || isOver;
        const isCurrent = index === at && !isOver;
        return (
          <li key={step} aria-current={isCurrent ? "step" : undefined}>
            <span aria-hidden className={classes("block h-1 rounded-full", isDone || isCurrent ? "bg-accent" : "bg-line")} />
            <span
              className={classes(
                "mt-2 flex items-center gap-1.5 text-sm",
                isCurrent ? "font-semibold" : isDone ? "text-text" : "text-soft",
              )}
            >
              {isDone ? <Check aria-hidden className="size-4 flex-none text-accent" /> : <span className="tabular-nums">{index + 1}</span>}
              <span className="truncate">{t(`names.${step}`)}</span>
              {isDone && <span className="sr-only">{t("done")}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
