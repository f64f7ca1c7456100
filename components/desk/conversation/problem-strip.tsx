import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/time/relative-time";
import type { OpenProblem } from "@/lib/desk/panel/contract";

/** Shows the newest problem above the conversation when the context panel is not beside it. */
export function ProblemStrip({ problem, onContext }: { problem: OpenProblem; onContext: () => void }) {
  const t = useTranslations("chat.problems");
  const { ofName = 1 } = problem;
  return (
    <button
      type="button"
      onClick={onContext}
      className="-outline-offset-2 hidden w-full flex-none items-center gap-2 border-problem-line border-b bg-problem-soft px-4 py-2.5 text-start font-semibold text-problem max-wide:flex"
    >
      <TriangleAlert className="size-4 flex-none" />
      <span className="sr-only">{t("before")} </span>
      <span className="min-w-0 truncate">{problem.event}</span>
      {ofName > 1 ? (
        <span className="flex-none tabular-nums">
          <span aria-hidden>{t("count", { count: ofName })}</span>
          <span className="sr-only">{t("references", { count: ofName })}</span>
        </span>
      ) : (
        problem.count > 1 && <span className="flex-none tabular-nums">{t("times", { count: problem.count })}</span>
      )}
      <span className="flex-none font-normal text-xs">
        <RelativeTime at={problem.lastAt} />
      </span>
      <span className="ms-auto flex-none text-sm">{t("context")}</span>
    </button>
  );
}
