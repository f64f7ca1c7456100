import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import type { PanelEvent } from "@/lib/domain/panel/contract";
import { ProblemEvent } from "./problem-event";
import { useOlderEvents } from "./use-older-events";

const collapsedCount = 3;
const link = "flex items-center gap-1.5 rounded-sm font-semibold text-sm text-problem underline-offset-2 hover:underline";

type Props = { newest: PanelEvent[]; next: string | null; count: number };

/** The person's problems, newest first, above everything else. The section slides in to avoid a sudden jump. */
export function Problems({ newest, next, count }: Props) {
  const t = useTranslations("chat.problems");
  const common = useTranslations("common");
  const [showsAll, setShowsAll] = useState(false);
  const { events, hasMore, isPending, error, showMore } = useOlderEvents({ level: "problem", newest, next });
  const shown = showsAll ? events : events.slice(0, collapsedCount);
  return (
    <div
      className={`grid flex-none transition-[grid-template-rows] duration-200 motion-reduce:transition-none ${count > 0 ? "grid-rows-[1fr]" : "grid-rows-[0fr]"}`}
    >
      <div className="min-h-0 overflow-hidden">
        {count > 0 && (
          <section
            aria-labelledby="problems-title"
            className="border-line border-b bg-problem-soft p-4 shadow-[inset_3px_0_0_var(--color-problem-strong)]"
          >
            <h2 className="mb-2 flex items-center gap-1.5 font-semibold text-problem text-xs tracking-[.02em]">
              <TriangleAlert className="size-4" />
              <span id="problems-title">{t("title")}</span>
              <span className="rounded-full bg-problem-strong px-1.5 text-[11px]/[18px] text-on-problem tabular-nums">{count}</span>
            </h2>
            <ul className="flex flex-col gap-2">
              {shown.map((problem) => (
                <ProblemEvent key={problem.id} problem={problem} />
              ))}
            </ul>
            <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
              {showsAll && hasMore && (
                <button type="button" disabled={isPending} onClick={showMore} className={link}>
                  {isPending && <Spinner />}
                  {common("showMore")}
                </button>
              )}
              {events.length > collapsedCount && (
                <button type="button" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)} className={link}>
                  {showsAll ? t("fewer") : t("more", { count: events.length - collapsedCount })}
                </button>
              )}
              {showsAll && hasMore && (
                <p className="ml-auto text-problem text-xs tabular-nums">{t("shown", { shown: events.length, count })}</p>
              )}
            </div>
            {error && (
              <p role="alert" className="mt-1 text-problem text-xs">
                {error.message}
              </p>
            )}
          </section>
        )}
      </div>
    </div>
  );
}
