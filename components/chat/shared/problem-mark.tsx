import { TriangleAlert } from "lucide-react";
import { useTranslations } from "next-intl";

/** Icon and text, because colour alone must not mark a problem. */
export function ProblemMark() {
  const t = useTranslations("chat.problems");
  return (
    <span className="inline-flex flex-none items-center gap-1 font-semibold text-problem text-xs">
      <TriangleAlert className="size-3.5" />
      {t("mark")}
    </span>
  );
}
