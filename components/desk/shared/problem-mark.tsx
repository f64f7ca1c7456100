"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { Tooltip } from "@/components/ui/tooltip";
import { loader, useLoaded } from "@/components/ui/use-loaded";

const wordRule = loader(() => import("@/lib/context/events/shared/level").then(({ problemWordOf }) => problemWordOf));

/** Icon and text, because colour alone must not mark a problem. With the event's name it says why, on hover and focus. */
export function ProblemMark({ event }: { event?: string }) {
  const t = useTranslations("chat.problems");
  const problemWordOf = useLoaded(event === undefined ? undefined : wordRule, true);
  const mark = (
    <>
      <TriangleAlert aria-hidden className="size-3.5" />
      {t("mark")}
    </>
  );
  const look = "inline-flex flex-none items-center gap-1 font-semibold text-problem text-xs";
  if (event === undefined) return <span className={look}>{mark}</span>;
  const word = problemWordOf?.(event);
  return (
    <Tooltip text={word === undefined ? "" : word === null ? t("sentAsProblem") : t("word", { word })}>
      <button type="button" className={`${look} min-h-6 cursor-help rounded-sm`}>
        {mark}
      </button>
    </Tooltip>
  );
}
