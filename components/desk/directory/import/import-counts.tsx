import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { classes } from "@/components/ui/classes";
import type { ImportReply, LineResult } from "@/lib/data/imports/contract";
import { ImportLines, type Listed } from "./import-lines";

/** As they are read: what happens first, then what is left out. */
const order = ["new", "changed", "unchanged", "refused", "duplicate", "empty"] as const satisfies readonly LineResult[];

/** How many lines have each result; a press shows the first of them. Refused ones are open at first. */
export function ImportCounts({ workspace, shown, label }: { workspace: string; shown: ImportReply; label: string }) {
  const t = useTranslations("imports.counts");
  const id = useId();
  const counts: Record<Listed, number> = { ...shown.counts, leftOut: shown.leftOut };
  const [chosen, setChosen] = useState<Listed | null | undefined>();
  const first = counts.refused > 0 ? "refused" : counts.leftOut > 0 ? "leftOut" : null;
  const opened = chosen === undefined ? first : chosen;
  const lines = opened !== null && counts[opened] > 0 ? opened : null;
  const all: readonly Listed[] = counts.leftOut > 0 ? [...order, "leftOut"] : order;
  return (
    <>
      <ul
        aria-label={label}
        className={classes("grid grid-cols-2 gap-px overflow-clip bg-line sm:grid-cols-3", lines === null && "rounded-b-[11px]")}
      >
        {all.map((result) => {
          const count = counts[result];
          const isOpen = result === lines;
          // Empty lines are counted and not kept.
          const hasLines = count > 0 && result !== "empty";
          return (
            <li key={result} className={classes("bg-surface", result === "leftOut" && "col-span-full")}>
              <button
                type="button"
                disabled={!hasLines}
                aria-expanded={hasLines ? isOpen : undefined}
                aria-controls={isOpen ? id : undefined}
                data-highlighted={isOpen ? "" : undefined}
                onClick={() => setChosen(isOpen ? null : result)}
                className={classes(
                  "flex h-full w-full flex-col border-transparent border-b-2 px-4 py-3 text-start -outline-offset-2 enabled:hover:bg-raised",
                  isOpen && "border-b-accent bg-raised",
                )}
              >
                <span className="text-soft text-sm">{t(`names.${result}`)}</span>
                <span
                  className={classes(
                    "font-semibold text-xl tabular-nums",
                    count === 0 ? "text-soft" : result === "refused" && "text-problem",
                  )}
                >
                  {t("figure", { count })}
                </span>
                <span className="text-pretty text-soft text-xs">{t(`hints.${result}`)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {lines !== null && (
        <div id={id} className="border-line border-t">
          <ImportLines workspace={workspace} shown={shown} result={lines} />
        </div>
      )}
    </>
  );
}
